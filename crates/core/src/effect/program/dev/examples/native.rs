use crate::effect::program::examples::run;

#[test]
fn go() {
    run("
        allow go test ./...
        allow go test -v -run 'TestA|TestB' ./cmd/... -count=1
        allow go test -race -tags=integration ./x/ -timeout 5m 2>&1 | tail -20
        allow go test -run=^$ -bench=. -benchmem -benchtime=200x .
        allow go test ./prompt/ -run TestGolden -update -count=1
        allow go test --tags integration ./...
        allow go test -coverprofile=coverage.out ./...
        allow go test -c -o /dev/null ./e2e/...
        allow go test ./x -args -run X
        allow go -C src test ./...
        allow cd src && go vet ./...
        allow go vet ./...
        allow go build ./...
        allow go build -o bin/app ./cmd/app
        allow go build -ldflags '-s -w -X main.v=1' ./cmd/app
        allow GOOS=linux GOARCH=arm64 CGO_ENABLED=0 go build ./...
        allow go fmt ./...
        allow go list -deps ./...
        allow go list -m all
        allow go env GOMODCACHE
        allow go version
        allow go doc net/http Client
        allow go test -v=true -race=false ./...
        allow go mod graph
        allow go mod why -m example.com/x
        allow go mod verify
        allow go tool cover -func=coverage.out
        allow go test -json ./... | go tool test2json -t
        ask   go tool test2json touch /tmp/x
        ask   go tool test2json ./evil
        ask   go tool test2json -t ls
        ask   go clean -testcache
        allow gofmt -l .
        allow gofmt -s -w src
        allow goimports -w src/main.go
        allow golangci-lint run
        allow golangci-lint run --build-tags=integration --timeout 5m ./...
        allow golangci-lint run --fix
        allow golangci-lint run --new=false -c /dev/null ./...
        allow gofmt -w . && make test
        allow staticcheck ./...
        allow gotestsum --format testname -- -run X ./...
        ask   go test -exec ./x ./...
        ask   go test -toolexec ./x ./...
        ask   go test /tmp/evil
        allow go test -mod=readonly ./...
        allow go test -mod=vendor net/http ./...
        allow go build main.go
        ask   go test -mod=mod ./...
        ask   go test -mod=mod evil.example/x
        ask   go test -mod mod evil.example/x
        ask   go test --mod=mod ./... evil.example/x
        ask   go test evil.example/x
        ask   go test ./... evil.example/x
        ask   go test evil.example/x.go
        ask   go test all
        ask   go test ...
        ask   go vet evil.example/x
        ask   go build -o x evil.example/x
        ask   go build x@latest
        ask   go fmt evil.example/x
        ask   go list -mod=mod -deps evil.example/x
        ask   GOFLAGS=-mod=mod go test ./...
        allow GOFLAGS=-mod=vendor go test ./...
        ask   golangci-lint run --modules-download-mode=mod
        allow golangci-lint run --modules-download-mode=readonly
        ask   gotestsum --packages=evil.example/x
        ask   gotestsum -- evil.example/x
        ask   go test ../other/...
        ask   go test -overlay /tmp/o.json ./...
        ask   go test -modfile=/tmp/go.mod ./...
        ask   go test -coverprofile=/etc/x ./...
        ask   go test -o /home/user/.bashrc -c ./x
        ask   go test -run $X ./...
        ask   go test ./x -args --config /etc/x
        ask   go -C /tmp/evil test ./...
        ask   cd /tmp/evil && go test ./...
        ask   GOFLAGS=-toolexec=./x go test ./...
        ask   GOPROXY=http://x.example go build ./...
        ask   CC=./x go build ./...
        ask   go vet -vettool=./x ./...
        ask   go build -o /usr/local/bin/x ./cmd/x
        ask   go build -o .git/hooks/pre-commit ./cmd/x
        ask   go build -ldflags '-extld=./x' ./...
        ask   go build -ldflags=-extld=./x ./...
        ask   go build -ldflags \"$LD\" ./...
        ask   go build -gcflags '-cpuprofile=/etc/x' ./...
        ask   go build -gcflags='my-mod=-cpuprofile=/etc/x' .
        ask   go build -ldflags='my-mod=-cpuprofile=/etc/x' .
        ask   go vet -gcflags='my-mod/...=-N -cpuprofile=/etc/x' .
        ask   go build -gcflags='all=@resp' .
        ask   go build -gcflags='all=-N resp' .
        ask   go build -ldflags '-buildid -X -extld=./x' .
        ask   go build -ldflags \"-X 'main.v=1 2' -extld=./x\" .
        ask   go build -ldflags \"-X 'main.v=1\" .
        allow go build -ldflags \"-X 'main.v=1 2' -s\" .
        allow go build -ldflags=-X=main.v=1 .
        allow go build -gcflags='all=-N -l' ./...
        allow go build -gcflags='my-mod/...=-N -l' ./...
        ask   go list -m x.example/data@latest
        ask   go list -m \"x.example/$(cat f)\"
        allow go tool pprof -top cpu.out
        ask   go tool pprof -top 127.0.0.1:5999/DATA
        ask   go tool pprof -top //x.example/DATA
        ask   GORACE=log_path=/etc/x go test -race ./...
        allow GOMAXPROCS=2 go test -race ./...
        allow cc -c a.c -o a.o -Iinclude -DX=1 -std=c11 -O2 -Wall -lm
        ask   clang -working-directory=/etc -c a.c -o M
        ask   clang -working-directory=.git/hooks -c a.c -o pre-commit
        ask   cc -co /etc/x a.c
        ask   cc -c a.c -o=x
        ask   cc a.c -o/etc/x
        ask   cc a.c -L/etc/lib
        allow cc a.c -o app -Lbuild -lfoo -xc
        ask   go run ./cmd/x
        ask   go run example.com/x@latest
        ask   go generate ./...
        ask   go get example.com/x
        ask   go install example.com/x@latest
        ask   go mod tidy
        ask   go mod download
        ask   go mod edit -replace a=b
        ask   go env -w GOFLAGS=-x
        ask   go env -u GOFLAGS
        ask   go clean -modcache
        ask   go test -exec=./x -v=true ./...
        ask   go tool pprof http://x.example/p
        ask   go tool evil
        ask   go work init
        ask   go evil
        ask   gofmt -w /etc
        ask   gofmt -w ../other
        ask   golangci-lint run --config /tmp/x.yml
        ask   golangci-lint run --output.json.path=/etc/x
        ask   golangci-lint custom
        ask   govulncheck ./...
        ask   dlv debug ./cmd/x
        ask   gotestsum --post-run-command ./x -- ./...
        ask   gotestsum -- -exec ./x ./...
    ");
}

#[test]
fn rust() {
    run("
        allow cargo test
        allow cargo test -p core name::of::test -- --nocapture --test-threads=1
        allow cargo test --workspace --all-features --no-fail-fast
        allow cargo check --all-targets
        allow cargo build --release
        allow cargo clippy --all-targets -- -D warnings
        allow cargo clippy --fix --allow-dirty
        allow cargo fmt
        allow cargo fmt --all -- --check
        allow cargo fmt --check
        allow cargo +nightly fmt
        allow cargo doc --no-deps
        allow cargo bench
        allow cargo tree -i serde
        allow cargo metadata --format-version 1 --no-deps
        allow cargo nextest run -p core
        allow cargo lint
        allow cargo --version
        allow RUST_BACKTRACE=1 cargo test 2>&1 | tail -30
        allow rustfmt --check src/main.rs
        allow rustc --version
        allow rustup show
        allow rustup show active-toolchain
        ask   echo x > rust-toolchain.toml
        ask   printf x > src/rust-toolchain
        ask   echo x > .tool-versions
        allow rustup toolchain list
        ask   RUSTC_WRAPPER=./x cargo check
        ask   CARGO_BUILD_RUSTC=./x cargo test
        ask   RUSTFLAGS=-Clinker=./x cargo build
        ask   CARGO_HOME=/tmp/evil cargo test
        ask   cargo test --config target.x.runner=./x
        ask   cargo --config 'build.rustc=\"./x\"' test
        ask   cargo test --manifest-path /tmp/evil/Cargo.toml
        ask   cargo test --target-dir /etc
        ask   cargo test -- --logfile /etc/x
        ask   cargo +/tmp/toolchain test
        ask   cargo +../x build
        ask   cargo +.. build
        ask   cargo +$X build
        ask   rustfmt +../x --check src/main.rs
        allow rustfmt +nightly --check src/main.rs
        ask   rustc +./x --version
        allow rustc +stable --version
        ask   cargo fmt -- --config-path /tmp/x
        ask   cargo -C /tmp/evil test
        ask   cargo run
        ask   cargo run --bin x
        ask   cargo add serde
        ask   cargo install x
        ask   cargo update
        ask   cargo publish
        ask   cargo ship
        ask   cargo search x
        ask   cargo xtask
        ask   cargo evil
        ask   cargo clean
        ask   cargo deny init
        ask   cargo login
        ask   rustc src/main.rs
        ask   rustfmt /etc/passwd
        ask   rustup toolchain install nightly
        ask   rustup default nightly
        ask   rustup target add x
        ask   cd /tmp/evil && cargo test
    ");
}

#[test]
fn c_and_cpp() {
    run("
        allow cmake -S . -B build -DCMAKE_BUILD_TYPE=Debug
        allow cmake --build build -j 8
        allow cmake --build build -t all -t unit
        allow cmake --build build --target=all
        ask   cmake --build build -t all -t install
        ask   cmake --build build --target all --target install
        ask   cmake --build build --target=install
        ask   cmake --build build -tinstall
        ask   cmake --build build --target all install
        ask   cmake --build --preset x -t all install
        ask   cmake --build build -t \"$X\"
        ask   meson compile -C build install
        allow ctest --test-dir build --output-on-failure -j 4
        allow ninja -C build
        allow meson test -C build
        allow gcc -fsyntax-only -Wall -Wextra src/a.c
        ask   cpp src/a.h
        ask   gcc -E src/a.c
        ask   gcc -E -o src/x.i src/a.c
        ask   clang -E -P src/a.c
        allow gcc -dM -E src/a.h
        allow gcc -c src/a.c -o build/a.o
        ask   clang-format --style=file:.env --dump-config
        ask   clang-format -style=file:/etc/shadow src/a.c
        ask   clang-format --style file:.env src/a.c
        ask   clang-format --style=file:$UNKNOWN src/a.c
        allow clang-format --style=file:src/style.yaml src/a.c
        allow clang-format --style=file src/a.c
        allow cpp -dM src/a.h src/a.i
        ask   cpp src/a.h .git/config
        ask   cpp -E src/a.h .git/hooks/x
        ask   cpp - .git/hooks/pre-commit
        ask   cpp a.h b.i .git/config
        ask   clang-cpp src/a.h .git/config
        allow gcc -O2 -o build/a src/a.c -lm
        allow clang++ -std=c++20 -c src/a.cpp -o build/a.o
        allow gcc --version
        allow clang-format -i src/a.c
        allow clang-tidy -p build src/a.cpp
        allow cppcheck --enable=all src
        allow bazel test //...
        allow bazel build //src:app
        allow zig fmt --check src
        ask   cmake -P evil.cmake
        ask   cmake -E cat /etc/shadow
        ask   cmake -DCMAKE_C_COMPILER=./x -B build
        ask   cmake -C /tmp/x.cmake -B build
        ask   cmake --install build
        ask   cmake --build build --target install
        ask   cmake --build build -- SHELL=./x
        ask   cmake -S /tmp/evil -B build
        ask   ctest --test-dir /tmp/evil
        ask   ctest -S evil.cmake
        ask   ninja -C /tmp/evil
        ask   ninja install
        ask   meson install
        ask   gcc -wrapper sh,-c,./evil.sh x.c
        ask   gcc @/tmp/args
        ask   gcc -o /usr/local/bin/x src/a.c
        ask   gcc -fplugin=./x.so src/a.c
        ask   gcc -B/tmp/evil src/a.c
        ask   gcc -specs=/tmp/x src/a.c
        ask   gcc -Wl,-rpath,/tmp src/a.c
        ask   clang-format -i /etc/x.c
        ask   clang-tidy -load ./x.so src/a.c
        ask   clang-tidy -p /tmp/evil src/a.c
        ask   bazel run //src:app
        ask   bazel test --run_under=./x //...
        ask   zig run src/a.zig
    ");
}
