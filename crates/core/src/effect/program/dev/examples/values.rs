//! Values of flags by what they can do, across all tools: what looks like data and names a path.

use crate::effect::program::examples::run;

/// A switch has no value: where a program takes one, it means something else.
#[test]
fn switches_take_nothing() {
    run("
        allow git --no-pager status
        stop  git --exec-path=true submodule status
        stop  git --exec-path=false status
        stop  cargo test --lib=true
        stop  cargo --list=true
        stop  eslint --fix=true src
        stop  clang-tidy -fix=true src/a.c
        allow go test -v=true -race=false ./...
        stop  go test -n=true ./...
        allow golangci-lint run --new=false ./...
        allow jest --watchAll=false
    ");
}

/// The first operand ends the flags of Go's own library.
#[test]
fn flags_behind_an_operand() {
    run("
        allow gofmt -w src/a.go src/b.go
        stop  gofmt -w src/a.go -r /etc/x.go
        stop  gofmt -w src/a.go -s
        stop  gofmt -w src/a.go -- /etc/x.go
        stop  goimports -w src/a.go -local /etc/x.go
        allow goimports -local example.com/x -w src/a.go
        allow shfmt -i 2 -ci -w hello.sh
        allow shfmt -d --indent=2 hello.sh
        stop  shfmt -w hello.sh --filename /etc/x.sh
        stop  shfmt hello.sh -w /etc/x.sh
        allow misspell -w README.md
        stop  misspell -w README.md -source /etc/x
        allow buildifier -mode=check BUILD
        stop  buildifier a.bzl -warnings /etc/BUILD
        stop  yamlfmt a.yml -formatter /etc/x.yml
        stop  staticcheck ./... -checks /tmp/evil
        stop  kubeconform a.yml -output /etc/x
        allow go test ./... -run X -v
        allow golangci-lint run ./... --timeout 5m --new=false
        stop  go vet ./... -vettool=./x
    ");
}

/// Names of code in what looks like a word: reporters, formatters, plugins, browsers.
#[test]
fn code_in_values() {
    run(r#"
        allow bats -F tap tests
        stop  bats -F /tmp/evil.sh tests
        allow rollup --configPlugin=typescript -c rollup.config.js
        stop  rollup --configPlugin=/tmp/evil.js -c rollup.config.js
        stop  rollup -c --configPlugin=typescript
        allow cypress run --reporter spec --browser chrome
        stop  cypress run --reporter /tmp/e.js
        stop  cypress run --browser /tmp/e
        stop  cypress run --spec /tmp/e.cy.js
        allow playwright test --reporter=list,html
        stop  playwright test --reporter=list,/tmp/e.js
        stop  playwright merge-reports --reporter /tmp/e.js out
        allow busted -o TAP spec
        stop  busted -o /tmp/e.lua
        stop  remark -r /tmp/e.js
        allow jest --config jest.config.js
        stop  jest --config='{"reporters":["/tmp/e.js"]}'
        stop  jest --config='{"reporters":["./e.js"]}'
        stop  rubocop --stdin /tmp/evil/a.rb
        stop  eslint --print-config /tmp/evil/a.js
        stop  prettier --stdin-filepath /tmp/evil/a.js
        allow prettier --parser typescript src
        allow javac -cp build:lib/a.jar src/A.java
        stop  javac -cp build:/tmp/evil.jar src/A.java
        stop  dotnet test -e DOTNET_STARTUP_HOOKS=/tmp/evil.dll
        stop  phpcs --report=/tmp/evil.php src
        stop  ktlint --reporter=x,artifact=/tmp/evil.jar
        stop  gotestsum --packages=/tmp/evil
        stop  gotestsum --packages='./... /tmp/evil'
        allow gotestsum --packages='./a ./b'
        allow cargo build --target x86_64-unknown-linux-musl
        stop  cargo build --target /tmp/evil.json
    "#);
}

/// A path that is written, behind a kind or a key or as a value that may be left out.
#[test]
fn outputs_in_values() {
    run(r#"
        allow rustc --print target-list
        stop  rustc --print target-list=/etc/foo
        allow pytest --cov=x --cov-report=term-missing
        allow pytest --cov-report xml
        allow pytest --cov=x --cov-report=term-missing:skip-covered --cov-report=html:htmlcov
        stop  pytest --cov=x --cov-report=xml:/etc/foo.xml
        stop  pytest --cov=x --cov-report xml:../../foo.xml
        stop  pytest --cov=x --cov-report=xml:.git/hooks/pre-commit
        stop  pytest --cov=x --cov-report=$X
        allow pylint -f json src
        allow pylint --output-format=text:out.txt,colorized src
        stop  pylint -f text:/etc/foo src
        stop  pylint -f colorized,text:/etc/foo src
        allow typos --dump-config -
        stop  typos --dump-config=/etc/foo
        allow webpack --json=stats.json
        stop  webpack --json=/etc/foo
        allow turbo run build --graph
        stop  turbo run build --graph=/etc/x.svg
        allow mocha -R xunit -O output=out.xml
        stop  mocha -R xunit -O output=/etc/foo
        allow golangci-lint run --out-format=colored-line-number
        stop  golangci-lint run --out-format=json:/etc/foo
        allow phpunit --coverage-text
        stop  phpunit --coverage-text=/etc/foo
        allow dotnet test --logger "console;verbosity=detailed"
        allow dotnet test --collect "XPlat Code Coverage"
        stop  dotnet test --logger "trx;LogFileName=/etc/foo"
        stop  meson test --logbase=../../../etc/foo
        stop  ktlint --reporter=json,output=/etc/foo
        stop  detekt --report txt:/etc/foo
        stop  esbuild src/a.js --outdir=out --entry-names=../../../etc/x
        stop  vite build --assetsDir ../../../etc
        stop  bun build src/a.js --outdir out --entry-naming ../../../etc/x
        allow python3 -X dev -m pytest
        stop  python3 -X pycache_prefix=/etc -m pytest
    "#);
}

/// A directory that the tool empties before it writes.
#[test]
fn emptied_directories() {
    run("
        stop  pytest --basetemp=src
        stop  pytest --basetemp=/etc
        stop  python3 -m coverage erase --data-file=README.md
        stop  python3 -m coverage erase
        allow vitest run --coverage
        stop  vitest run --coverage --coverage.reportsDirectory=src
        stop  vite build --emptyOutDir --outDir src
        stop  tsc -b --clean
        allow tsc -b
        stop  jest --clearCache
        allow jest --no-cache
        allow vite build
        ask   vite build --outDir dist
        stop  tsup --clean -d src
        stop  playwright test --output=src
        stop  nyc --temp-directory=src --clean mocha
    ");
}
