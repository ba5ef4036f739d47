use crate::effect::program::examples::run;

#[test]
fn runners() {
    run("
        allow make test
        allow make -j4 test
        allow make -j 4 lint
        allow make -w -j 4 lint
        ask   make -kj 4 lint
        ask   make -j2 -j 4 lint
        ask   make -j '' lint
        allow make test V=1
        allow make test-unit
        allow make build
        allow make -C web test
        allow make fmt lint test
        allow make --version
        allow just test
        allow just test name_of_test
        allow just --list
        allow task test
        allow task --list
        allow mise run test
        allow mise run lint 2>&1 | tail -5
        allow mise run test:ci
        allow mise run test -- -run 'TestA|TestB' -v ./cmd/...
        allow mise run test ./cmd/...
        allow mise run fmt --check
        allow mise run fmt && mise run lint && mise run test
        allow mise run test ::: fmt
        allow prettier --write . && npm test
        allow mise tasks
        allow mise tasks ls --json
        allow mise tasks run test
        allow mise task info test
        allow mise alias ls
        ask   mise tasks run pub
        ask   mise tasks r pub
        ask   mise task run evil
        ask   mise tasks add evil -- rm -rf x
        ask   mise tasks edit test
        ask   mise alias set a b c
        ask   mise settings set x y
        ask   mise test-tool x
        ask   mise exec -- ls
        ask   mise x -- cat README.md
        ask   mise ls; bash hello.sh
        ask   task --list; bash hello.sh
        allow rake -T
        ask   rake -T; bash hello.sh
        allow invoke --list
        ask   invoke --list; bash hello.sh
        ask   grunt --help; bash hello.sh
        ask   nx --help; bash hello.sh
        ask   ncu --help
        ask   np --version
        ask   eslint_d --version
        ask   reflex --help
        allow bazel --version
        ask   bazel --version; bash hello.sh
        ask   pants --version; bash hello.sh
        allow turbo --version
        ask   just --list --evaluate
        allow mise ls
        allow mise exec -- golangci-lint run
        allow mise test
        allow rake lint
        allow invoke test
        allow poe test
        stop  make check
        ask   make deploy
        ask   make install
        ask   make clean
        allow make
        ask   make all
        ask   make -f /tmp/Makefile test
        ask   make -C /tmp/evil test
        ask   make fmt FILE=.git/config
        ask   mise run test RUBYOPT=-r./x
        ask   invoke test PATH=./x
        ask   poe test LD_PRELOAD=./x
        ask   npm test -- NODE_OPTIONS=-r./x
        ask   mise run test -- --coverage=.git/hooks
        ask   mise run test -- --pattern='{/tmp/a}'
        ask   make test SHELL=./x
        ask   make test GO=./x
        ask   make test ARGS='; id'
        ask   make test TEST='$(id)'
        ask   make -n SHELL=./x
        ask   make -I /tmp/evil test
        ask   make --eval='x:;id' test
        ask   make test deploy
        ask   make testing
        ask   make $X
        ask   just lint
        ask   just deploy
        ask   just test 'x; id'
        ask   just test '| sh'
        ask   just --justfile /tmp/j test
        ask   just --shell ./x test
        ask   just
        ask   task lint
        ask   task deploy
        ask   task -t /tmp/Taskfile.yml test
        ask   task test CMD=id
        ask   task -d web -d ../evil test
        ask   mise run check
        ask   mise run deploy
        ask   mise run dup
        ask   mise run test ::: deploy
        ask   mise run test -- -exec ./x
        ask   mise run test -- -toolexec=./x
        ask   mise run test /etc
        ask   mise -C /tmp/evil run test
        ask   mise run test:watch
        ask   mise install
        ask   mise use node@20
        ask   mise trust
        ask   mise exec node@20 -- node x.js
        ask   mise exec -- evil
        ask   mise exec -- rm -rf src
        ask   echo x > mise.toml; mise run test
        ask   cp /tmp/Makefile Makefile && make test
        ask   go build -o Makefile ./cmd/x && make test
        ask   invoke deploy
        ask   poe release
    ");
}

/// Names that only look like checks.
#[test]
fn names() {
    run("
        allow npm run test:unit
        allow npm run test-unit
        allow npm run lint:fix
        allow npm run typecheck
        allow npm run format
        allow npm run build:prod-like
        ask   npm run testing
        ask   npm run pretest
        ask   npm run checkout
        ask   npm run latest
        ask   npm run test:deploy
        ask   npm run check-and-publish
        ask   npm run test.sh
        ask   npm run ../test
        ask   npm run \"test$X\"
        ask   npm run $TASK
    ");
}
