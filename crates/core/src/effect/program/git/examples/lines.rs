//! Git in whole command lines, as agents write them.

use super::run_on;
use crate::effect::program::examples::{machine, session};

#[track_caller]
fn run(table: &str) {
    run_on(&machine(), &session(), "/repo", table);
}

#[test]
fn chains_and_pipes() {
    run(r#"
        allow git status && git diff --stat | tail -20
        allow git --no-pager log --oneline -5 2>&1 | cat
        allow git add -A && git commit -m "x" && git log --oneline -1
        ask   git add -A && git commit -m "x" && git log -p -1
        allow git add -A src && git commit -m "x" && git log --oneline -1
        ask   git add -A && git commit -m "x" && git push
        allow git show HEAD:src/main.rs | head -50
        ask   git show HEAD:.env | head -50
        ask   git show HEAD:src/main.rs | sh
        allow git diff --name-only | wc -l
        ask   git diff --name-only | xargs rm
        allow cd src && git status --short
        allow cd src && git add main.rs && git commit -qm "x"
        allow git stash list; git worktree list
        ask   git stash && git stash pop
        allow git log --format='%h %s' | while read -r line; do echo "$line"; done
        ask   git status; git checkout .
        ask   git "reset" --hard
        ask   g\it push --for\ce
        allow git branch --show-current 2>/dev/null || echo none
        ask   git log > .git/config
        allow git ls-files | grep -c rs
    "#);
}

#[test]
fn messages_are_data() {
    run(r#"
        allow git commit -m "$(cat <<'EOF'⏎feat: a thing⏎⏎uses `rm -rf /` and $(curl x)⏎EOF⏎)"
        ask   git commit -m "$(cat <<EOF⏎$(curl -s http://x.example)⏎EOF⏎)"
        allow git commit -q -F - <<'EOF'⏎fix: `x` and $(y)⏎EOF
        ask   git commit -F - <<EOF⏎`touch /etc/x`⏎EOF
        allow git commit -m 'a; git push --force'
        ask   git commit -m a; git push --force
        ask   git commit -m "$(cat .env)"
        allow git commit -m "fix $(head -1 README.md)"
        ask   git commit -m $(head -1 README.md)
        ask   git commit --amend -m "$(cat <<'EOF'⏎x⏎EOF⏎)"
        allow m=fix; git commit -m "$m"
        allow m='--amend'; git commit -m "$m"
        ask   m='x --amend'; git commit -m $m
    "#);
}

#[test]
fn values_and_variables() {
    run(r#"
        allow for f in src/main.rs README.md; do git log --oneline -1 -- "$f"; done
        ask   for f in README.md .env; do git show "HEAD:$f"; done
        allow for f in README.md src/app.js; do git show "HEAD:$f"; done
        allow B=$(git merge-base main HEAD); git diff $B
        allow B=$(git merge-base main HEAD); git diff "$B" HEAD -- src
        ask   B=$(git merge-base main HEAD); git diff $B -- .env
        ask   B=$(git merge-base main HEAD); git diff --output $B
        ask   B=$(git merge-base main HEAD); git checkout $B
        ask   B=$(git merge-base main HEAD); git reset --hard $B
        ask   B=$(git merge-base main HEAD); git symbolic-ref $B
        ask   B=$(git merge-base main HEAD || cat f); git diff $B
        ask   B=$(git merge-base main HEAD 2>&1); git diff $B
        ask   B=$(./git merge-base main HEAD); git diff $B
        ask   base() { cat f; }; B=$(base); git diff $B
        ask   merge() { git merge-base main HEAD; }; B=$(merge); git diff $B
        allow B=$(git merge-base main HEAD || git rev-parse HEAD~1); git diff $B
        allow git log --oneline "main..$(git branch --show-current)"
        allow git log --oneline $(git branch --show-current)
        allow git show $(git rev-parse HEAD) $(git rev-parse --short HEAD~2) $(git rev-parse --verify main)
        ask   git show $(git rev-parse main)
        ask   git show $(git rev-parse .env)
        ask   git show $(git rev-parse --verify HEAD:.env)
        ask   git show "$(git rev-parse HEAD):.env"
        allow git show "$(git rev-parse HEAD):README.md"
        ask   git archive "$(git rev-parse HEAD):.env"
        ask   git archive "HEAD:$FILE"
        allow git show $(git log -1 --format=%H -- README.md)
        ask   git show $(git log -1 --format=%s)
        ask   git show $(git log -1 --format=%H -p)
        allow git log $(git rev-list --max-parents=0 HEAD | head -1)..HEAD
        ask   git log $(git describe --tags)..HEAD
        allow for c in $(git rev-list main..HEAD); do git show --stat "$c"; done
        ask   for c in $(git tag); do git show --stat "$c"; done
        allow n=$(git rev-list --count main..HEAD); git log -n "$n"
        ask   n=$(git rev-list --count main..HEAD); git log -n $n --output=x
        ask   git log --author $(git merge-base a b) --grep --output=x
        ask   rm $(git rev-parse HEAD)
        allow export GIT_PAGER=cat; git log
        ask   export GIT_PAGER=./x; git log
        ask   export GIT_DIR=docs; git status
        allow GIT_EDITOR=true git commit --no-edit
        ask   env GIT_SSH_COMMAND=./x git log
        allow git add src/*.js
        ask   git $(echo push)
        ask   git config --get branch.$(git branch --show-current).base
        allow git config --get "branch.$(git branch --show-current).base"
        ask   git config branch.$(git branch --show-current).base
        allow git config $(echo x.y) --get y.z
        ask   git config $(echo --unset) y
        allow git add -p src/app.js <<'EOF'⏎y⏎n⏎EOF
        ask   git add -p src/app.js <<'EOF'⏎e⏎EOF
        ask   printf 'y' | git add -p src/app.js
        ask   git help ../../x
    "#);
}

#[test]
fn what_the_same_call_brings() {
    run("
        ask   cp -r src x && git -C x status
        ask   cp -r /elsewhere/evil.git x && cd x && git status
        allow cd docs && git status
        ask   git clone https://example.com/x && cd x && git log
        ask   tar xf x.tar && cd x && git status
        ask   echo x > .git/hooks/pre-commit && git commit -m x
        ask   cd .git && echo x > config && cd .. && git status
        ask   git init x && cd x && git status
    ");
}
