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
