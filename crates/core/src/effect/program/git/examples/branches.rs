//! Branches, tags, stashes, worktrees, submodules, notes, bisecting.

use super::run_on;
use crate::effect::program::examples::{machine, session};

#[track_caller]
fn run(table: &str) {
    run_on(&machine(), &session(), "/repo", table);
}

#[test]
fn branches() {
    run("
        allow git branch
        allow git branch -a
        allow git branch -vv
        allow git branch -avv --sort=-committerdate
        allow git branch --show-current
        allow git branch --list 'fix/*'
        allow git branch --contains HEAD
        allow git branch -r --merged
        allow git branch --merged main
        allow git branch --format='%(refname:short)'
        ask   git branch --format='%(raw)'
        ask   git branch --format='%(upstream:remotename)'
        ask   git branch --format=\"$x\"
        allow git tag -l --format='%(refname:short) %(creatordate)'
        allow git tag -l --format='%(contents:subject)' 'v*'
        ask   git tag -l --format='%(raw)'
        ask   git tag --list --format '%(raw)' 'v*'
        ask   git tag --format='%(*raw)'
        ask   git tag --format='%(if)x%(then)%(raw)%(end)'
        ask   git tag -v --format='%(raw)' v1
        allow git verify-tag --format='%(tag)' v1
        ask   git verify-tag --format='%(raw)' v1
        allow git refs list --format='%(refname)'
        ask   git refs list --format='%(raw)'
        allow git for-each-ref --format='%(refname)'
        ask   git for-each-ref --format='%(raw)'
        allow git branch topic
        allow git branch topic main
        allow git branch --no-track topic origin/main
        ask   git branch -d topic
        ask   git branch -D topic
        ask   git branch -f main HEAD~5
        ask   git branch -m old new
        ask   git branch -M main
        ask   git branch -c a b
        ask   git branch -u origin/main
        ask   git branch --set-upstream-to=origin/main
        ask   git branch --unset-upstream
        ask   git branch --edit-description
        ask   git branch --delete --force topic
        ask   git branch -rd origin/x
        ask   git branch $NAME
        allow git branch \"topic-$N\"
    ");
}

#[test]
fn changing_to_a_branch() {
    run("
        allow git checkout -b topic
        allow git checkout -q -b topic
        ask   git checkout -b topic origin/main
        ask   git checkout -B topic
        ask   git checkout main
        ask   git checkout .
        ask   git checkout -- README.md
        ask   git checkout -b topic -- README.md
        ask   git checkout -f
        ask   git checkout -p
        ask   git checkout --orphan x
        ask   git checkout -b
        ask   git checkout
        ask   git checkout HEAD~1 -- src
        allow git switch -c topic
        allow git switch --create topic
        ask   git switch -c topic origin/main
        ask   git switch -C main
        ask   git switch main
        ask   git switch --discard-changes main
        ask   git switch -
    ");
}

#[test]
fn tags() {
    run("
        allow git tag
        allow git tag -l 'v*'
        allow git tag -n3
        allow git tag --contains HEAD
        allow git tag --points-at HEAD
        allow git tag --sort=-v:refname
        allow git tag v1
        allow git tag -a v1 -m x
        ask   git tag -a v1
        ask   git tag -s v1
        ask   git tag -f v1
        ask   git tag -d v1
        ask   git tag --delete v1
        ask   git tag -a v1 -F .env
        ask   git tag $NAME
        ask   git tag -e v1 -m x
    ");
}

#[test]
fn stashes() {
    run("
        allow git stash list
        allow git stash list --date=relative
        allow git stash show
        allow git stash show -p stash@{0}
        allow git stash show --stat stash@{1}
        ask   git stash
        ask   git stash push -m x
        ask   git stash -u
        ask   git stash pop
        ask   git stash apply
        ask   git stash drop
        ask   git stash clear
        ask   git stash branch x
        ask   git stash show --output=x
        ask   git stash $WHAT
    ");
}

#[test]
fn worktrees_submodules_and_the_rest() {
    run("
        allow git worktree list
        allow git worktree list --porcelain
        ask   git worktree add ../x
        ask   git worktree remove x
        ask   git worktree prune
        allow git worktree
        allow git worktree -h
        allow git submodule
        allow git submodule status --recursive
        ask   git submodule foreach ls
        ask   git submodule --quiet foreach 'rm x'
        ask   git submodule update --init
        ask   git submodule add x
        ask   git submodule \"foreac$X\" 'rm x'
        ask   git submodule \"$(git branch --show-current)\" 'rm x'
        allow git submodule status \"src/$X\"
        ask   git notes \"rem$X\" HEAD
        allow git notes show HEAD
        allow git notes
        allow git notes list
        allow git notes show HEAD
        allow git notes --ref=x show
        ask   git notes add -m x
        ask   git notes remove HEAD
        allow git bisect log
        ask   git bisect start
        ask   git bisect run ./x
        ask   git bisect reset
        allow git rerere status
        ask   git rerere clear
        ask   git rerere
        allow git lfs ls-files
        allow git lfs status
        ask   git lfs pull
        ask   git lfs install
        ask   git lfs track '*.bin'
        allow git refs verify
        ask   git refs migrate --ref-format=reftable
        ask   git commit-graph write
        ask   git multi-pack-index write
        ask   git update-server-info
        ask   git fsmonitor--daemon start
    ");
}
