//! Whole files of trees, with and without a secret among them.

use crate::effect::program::examples::{machine, run_on};
use crate::world::Tracked;
use crate::world::fake::Fake;

/// `.env` lies at the top and is tracked; `local` holds one that git ignores, `src` and `docs` hold none.
pub(super) fn with_secrets() -> Fake {
    machine()
        .file("/repo/.git/objects/x", "")
        .file("/repo/.git/refs/x", "")
        .file("/repo/.gitignore", "node_modules/\nlocal/\n")
        .file("/repo/local/.env.local", "K=1\n")
        .file("/repo/docs/guide.md", "# x\n")
        .file("/repo/certs/server.key", "K\n")
        .file("/repo/config/app.py", "")
}

/// The same with every secret ignored: git and `rg` pass it over, `grep` and `find` do not.
fn all_ignored() -> Fake {
    with_secrets().file("/repo/.gitignore", ".env\n*.key\nlocal/\nnode_modules/\n")
}

#[test]
fn a_secret_among_whole_files_is_seen() {
    run_on(
        &with_secrets(),
        r#"
        ask   find . -type f -exec cat {} +
        ask   find . -type f -exec cat {} \;
        ask   find . -exec head -n 99 {} +
        ask   find . -name certs -prune -o -name '.*' -prune -o -mindepth 2 -type f -exec cat {} +
        ask   find . -path ./certs -prune -o -name '.*' -prune -o -name local -prune -o -type f -exec cat {} + -mindepth 2
        allow find . -mindepth 1 -name certs -prune -o -name '*.md' -exec cat {} +
        allow find certs -type f ! -name '*.key' -exec cat {} +
        allow find certs -type f -not -name server.key -exec cat {} +
        ask   find certs -type f ! ! -name server.key -exec cat {} +
        ask   find certs -type f ! \( ! -name server.key \) -exec cat {} +
        ask   find certs -type f ! -name server.pem -exec cat {} +
        ask   find . -type f ! -name '*.key' -exec cat {} +
        ask   grep -rE '(er|in|an|th|re|on|at|en)' .
        ask   grep -r -e er -e in -e an -e th -e re -e AP .
        allow grep -rnE '(TODO|FIXME|XXX):' .
        allow grep -r -e foo -e bar .
        ask   find . -true , -name zzz -o -type f -exec cat {} +
        ask   find . -type f , -name zzz -o -exec cat {} +
        ask   find . -not \( -not -name certs , -iname certs \) -exec cat {} +
        ask   git grep -h . -- ':(icase)CERTS'
        ask   git grep -h . -- ':(icase,top)CERTS'
        ask   git --icase-pathspecs grep -h . -- CERTS
        ask   GIT_ICASE_PATHSPECS=1 git grep -h . -- CERTS
        allow git grep -h foo -- src
        allow git grep -h . -- docs
        ask   find . \( -true , -name zzz -o -type f \) -exec cat {} +
        ask   find . -true , -name zzz -o -type f -print0 | xargs -0 cat
        allow find . -true , -name '*.md' -o -name '*.txt' -exec cat {} +
        ask   find . -type f -not -name '*.rs' -exec cat {} +
        ask   find . -maxdepth 1 -type f -exec cat {} +
        allow find . -maxdepth 1 -type f -name '*.md' -exec cat {} +
        allow find . -name '*.rs' -exec cat {} +
        allow find . -type f \( -name '*.py' -o -name '*.rs' \) -exec cat {} +
        allow find src docs -type f -exec cat {} +
        ask   find src certs -type f -exec cat {} +
        allow find . -type f -exec grep -l foo {} +
        allow find . -type f -exec grep -n foo {} +
        ask   find . -type f -exec grep -h . {} +
        ask   find . -type f -exec grep -n '' {} +
        allow find . -type f -exec wc -l {} +
        allow find . -type f -exec ls -l {} +
        allow find . -type f -exec md5sum {} +
        allow find . -type f -exec file {} +
        ask   find . -type f -exec file -d {} +
        ask   find . -type f -exec file --debug {} +
        ask   find . -maxdepth 0 -exec diff -rN docs {} \;
        ask   find . -type d -exec diff -N docs {} \;
        ask   find . -type d -exec colordiff -rN {} docs \;
        ask   find . -maxdepth 0 -exec icdiff -r docs {} \;
        ask   find . -maxdepth 0 -exec difft docs {} \;
        ask   find . -maxdepth 0 -exec delta docs {} \;
        ask   difft docs .
        ask   delta docs .
        ask   icdiff -r docs .
        allow find docs -type d -exec diff -rN src {} \;
        allow difft docs src
        allow delta README.md docs/guide.md
        allow icdiff -r docs src
        ask   find . -type f -exec sed -n p {} +
        ask   find . -type f -exec base64 {} \;
        ask   find . -type f -exec nl {} \;
        ask   find . -type f -exec shellcheck {} +
        allow find . -name '*.sh' -exec shellcheck {} +
        ask   find . -type f | xargs cat
        ask   find . -type f -print0 | xargs -0 cat
        ask   find . | head -50 | xargs tail
        ask   find . -type f | xargs grep -h .
        allow find . -type f | xargs grep -n foo
        allow find . -type f | xargs wc -l
        allow find . -type f | grep '\.py$' | xargs cat
        ask   find . -type f | grep -v node_modules | xargs cat
        allow find . -name '*.md' | xargs cat
        allow find src -type f | xargs cat
        ask   git ls-files | xargs cat
        ask   git ls-files -z | xargs -0 head -5
        allow git ls-files '*.rs' | xargs cat
        allow git ls-files src | xargs cat
        allow git diff --name-only | xargs cat
        ask   strace -s 9999 grep -rq zzz .
        ask   strace -s 9999 rg -q zzz
        ask   strace -s 9999 rg -l zzz .
        ask   strace -s 9999 diff -rq . docs
        ask   strace find . -name x -exec grep -q z {} +
        allow strace -c grep -rq zzz .
        allow strace find . -name x
        allow strace grep -q x README.md
        allow strace diff -rq src docs
        allow strace -f ls -R .
        ask   git diff --name-only 4b825dc642cb6eb9a060e54bf8d69288fbee4904 | xargs cat
        ask   ls -A | xargs cat
        ask   grep -rl . . | xargs cat
        ask   rg --files --hidden | xargs cat
        ask   rg --files certs | xargs cat
        allow rg --files docs | xargs cat
        "#,
    );
}

#[test]
fn links_to_folders_that_are_followed() {
    run_on(
        &with_secrets().link("/repo/docs/k", "../certs"),
        "
        ask   grep -R . docs
        ask   rg -L . docs
        ask   tar ch docs | base64
        ask   diff -r docs src
        allow grep -r . docs
        allow rg . docs
        allow grep -R TODO docs
        allow diff -r --no-dereference docs src
        ",
    );
}

/// A folder that several links lead to, and filters that take it under one of their names.
#[test]
fn links_to_one_folder() {
    let machine = machine()
        .file("/repo/zz/server.key", "K\n")
        .link("/repo/a", "zz")
        .link("/repo/b", "zz")
        .link("/repo/deep/er/q", "../../zz")
        .link("/repo/deep/up", "..");
    run_on(
        &machine,
        "
        ask   rg -L -uu -g 'a/**' .
        ask   rg -L -uu -g 'b/**' .
        ask   rg -L -g '/b/**' .
        ask   rg -L -uu -g 'deep/**' .
        ask   rg -L -uu -g 'q/**' .
        ask   ag -f -G 'deep/' .
        ask   rg -L -uu -C 9 K -g 'b/**'
        allow rg -L -g 'src/**' .
        allow rg -L -g '*.rs' .
        allow rg -L -C 9 nosuch -g 'b/**'
        allow rg -uu -g 'b/**' .
        ",
    );
}

#[test]
fn lines_around_a_word_that_a_secret_holds() {
    run_on(
        &with_secrets().file("/repo/local/.env.local", "PORT=80\nK=1\n"),
        "
        ask   grep -rn -A9 -B9 PORT local
        ask   rg -uu -C 19 port local
        ask   git grep --no-index -C9 PORT local
        allow grep -rn -A1 PORT local
        allow grep -rn PORT local
        allow grep -rn -C9 'fn main' .
        allow grep -rln -C9 PORT local
        ",
    );
}

/// Patterns whose matches are not known: each file that one of them may match counts.
#[test]
fn patterns_that_may_match_a_secret() {
    run_on(
        &with_secrets(),
        r#"
        ask   cd certs; cat *
        ask   cd certs && cat *
        ask   cd certs; head -n 3 *.key
        allow cd certs; cat *.md
        allow cd docs; cat *
        ask   cd certs || exit; cat *
        ask   if cd certs; then cat *; fi
        ask   pushd certs; cat *
        ask   cd certs; for f in *; do cat "$f"; done
        allow cd certs; ls *
        allow cd certs; for f in *; do echo "$f"; done
        ask   cat certs/[a-z]*
        ask   cat certs/s[a-z]rver.key
        ask   cat certs/[[:alpha:]]*
        ask   cat certs/[^x]*
        ask   cat certs/**
        allow cat docs/[a-z]*
        allow cat certs/[a-z]*.md
        ask   mkdir -p build && cat certs/*
        allow mkdir -p build && cat docs/*
        ask   echo hi > out.txt; cat certs/*.key
        ask   IFS=,; cat certs/*
        ask   shopt -s nullglob; cat certs/*
        ask   shopt -s dotglob; cat *
        ask   set -f; cat certs/*
        ask   cp certs/[a-z]* out.txt
        ask   bash -c 'cd certs; cat *'
        allow ls certs/[a-z]*
    "#,
    );
}

/// Keys that are known by what is in them.
#[test]
fn patterns_that_may_match_a_key() {
    let rows = |word: &str| {
        r#"
        WORD  cat keys/*
        WORD  cat keys/[a-z]*
        WORD  mkdir -p tmp && cat keys/*
        WORD  touch q; cat keys/d*
        WORD  touch q; head -5 keys/*
        WORD  touch q; grep . keys/*
        WORD  for f in keys/[a-z]*; do cat "$f"; done
        WORD  touch q; cp keys/* docs/
        allow touch q; cat keys/*.md
        allow touch q; ls keys/*
        "#
        .replace("WORD", word)
    };
    let key =
        "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----\n";
    run_on(&with_secrets().file("/repo/keys/deploy_rsa", key), &rows("ask"));
    run_on(&with_secrets().file("/repo/keys/deploy_rsa", "how to\n"), &rows("allow"));
}

/// `git diff` names files from the top, and whoever gets the names opens them from here.
#[test]
fn names_from_the_top() {
    let tracked = Tracked { names: alloc::vec!["mcp.json".into(), "src/main.rs".into()], is_committed: true };
    let rows = |word: &str| {
        "
        WORD  cd src && git diff --name-only | xargs cat
        WORD  cd src && git diff --name-only -z HEAD | xargs -0 cat
        allow cd src && git diff --name-only | xargs wc -l
        allow git diff --name-only | xargs cat
        "
        .replace("WORD", word)
    };
    let machine = with_secrets().tracked("/repo/.git", Some(tracked)).file("/repo/mcp.json", "{}");
    let token = "{\"env\": {\"API_TOKEN\": \"ghp_0123456789abcdefghijABCDEFGHIJ012345\"}}";
    run_on(&machine.clone().file("/repo/src/mcp.json", "{}"), &rows("allow"));
    run_on(&machine.file("/repo/src/mcp.json", token), &rows("ask"));
}

/// Rules of repositories further down, and of worktrees, that take back what is hidden.
#[test]
fn rules_that_repositories_keep_for_themselves() {
    let rows = |word: &str| {
        "
        WORD  rg .
        WORD  rg . vendor
        WORD  cd src && rg . ..
        WORD  rg --files | xargs cat
        allow rg foo
        "
        .replace("WORD", word)
    };
    for (rule, word) in [("!.env\n", "ask"), ("*.log\n", "allow")] {
        let machine = machine().file("/repo/vendor/x/.env", "K=1\n");
        let below = machine
            .clone()
            .file("/repo/vendor/x/.git/HEAD", "ref: refs/heads/main\n")
            .file("/repo/vendor/x/.git/objects/x", "")
            .file("/repo/vendor/x/.git/refs/x", "")
            .file("/repo/vendor/x/.git/info/exclude", rule);
        run_on(&below, &rows(word));
        let worktree = machine
            .file("/main/.git/HEAD", "ref: refs/heads/main\n")
            .file("/main/.git/objects/x", "")
            .file("/main/.git/refs/x", "")
            .file("/main/.git/info/exclude", rule)
            .file("/main/.git/worktrees/x/HEAD", "ref: refs/heads/x\n")
            .file("/main/.git/worktrees/x/commondir", "../..\n")
            .file("/main/.git/worktrees/x/gitdir", "/repo/vendor/x/.git\n")
            .file("/repo/vendor/x/.git", "gitdir: /main/.git/worktrees/x\n");
        run_on(&worktree, &rows(word));
        run_on(&worktree, &["allow cd vendor/x && rg foo\n", word, " cd vendor/x && rg ."].concat());
    }
}

/// Names that were looked at in one directory and are used in another.
#[test]
fn names_that_are_used_elsewhere() {
    run_on(
        &with_secrets().file("/repo/secrets/prod.json", "{}").file("/repo/prod.json", "{}"),
        r#"
        ask   find . -maxdepth 1 -type f -name '*.json' -exec env -C secrets cat {} +
        ask   find . -maxdepth 1 -type f -name 'p*' -exec sh -c 'cd secrets; cat "$1"' _ {} \;
        ask   touch q; env -C secrets cat p*
        ask   touch q; for f in p*; do (cd secrets; cat "$f"); done
        ask   touch q; for f in p*; do env -C secrets cat "$f"; done
        allow find src -type f -exec env A=1 cat {} +
        allow find src -type f -exec sh -c 'cat "$1"' _ {} \;
        allow touch q; for f in docs/*; do cat "$f"; done
        allow touch q; cd docs && for f in *.md; do cat "$f"; done
        allow cd docs; cat *.md
        "#,
    );
}

/// To `ag` a flag that takes every file takes those that are to be ignored.
#[test]
fn ignored_by_ag() {
    run_on(
        &with_secrets(),
        "
        ask   ag -u --ignore .env --ignore certs --ignore local .
        ask   ag -u --ignore '*.key' . certs
        ask   ag -t --ignore server.key . certs
        ask   ag -at --ignore-dir certs .
        ask   ag --all-types --ignore server.key . certs
        allow ag --ignore '*.key' . certs
        allow ag -U --ignore server.key . certs
        allow ag -u --ignore server.key foo certs
        ",
    );
}

#[test]
fn programs_that_show_data_of_folders() {
    run_on(
        &with_secrets().file("/repo/conf/a/credentials.json", "{}").file("/repo/tf/secrets.auto.tfvars", ""),
        r#"
        ask   prettier conf
        ask   prettier .
        allow prettier --check conf
        allow prettier docs
        ask   biome format conf
        ask   terraform fmt -diff -check tf
        allow terraform fmt -check tf
        ask   terraform fmt -diff tf
        ask   cd tf && terraform fmt -diff
        allow terraform fmt tf
        ask   biome check conf
        ask   biome ci conf
        allow biome check docs
        allow biome lint conf
        allow prettier --write docs
        ask   prettier 'conf/**'
        ask   prettier './**/*.json'
        ask   prettier 'conf/{a,b}/**'
        allow prettier 'docs/**'
        allow prettier --check 'conf/**'
        ask   ajv validate -s src/s.json -d 'conf/**/*.json'
        allow ajv validate -s src/s.json -d 'docs/*.json'
        ask   prettier --parser markdown '*'
        ask   prettier --parser markdown 'certs/*'
        ask   prettier --check --parser json certs
        ask   prettier --write --parser json 'certs/*'
        allow prettier --check --parser markdown docs
        ask   flake8 --filename='*' --show-source certs
        allow flake8 --filename='*.py' src
        ask   black --diff --include '.*' certs
        ask   ruff check --extension key:python certs
        ask   ruff check --config 'include=["*"]' certs
        allow ruff check --config ruff.toml certs
        ask   markdownlint-cli2 '**'
        ask   markdownlint-cli2 '*'
        allow markdownlint-cli2 '**/*.md'
        allow markdownlint-cli2 'docs/**'
        allow gofmt -d .
        ask   exiftool -r conf
        ask   exiftool conf/a
        allow exiftool -r docs
        ask   tar cf - conf
        allow tar cf - --exclude='*.json' conf
        ask   tar cf - --no-wildcards --exclude='*.json' conf
        ask   tar cf - --no-wildcards '--exclude=*' conf
        ask   tar cf - conf --exclude='*.json'
        ask   gzip -rc .
        ask   gzip -rc conf
        allow gzip -rc docs
        allow gzip -c docs/guide.md
    "#,
    );
}

#[test]
fn a_search_for_anything_shows_whole_files() {
    run_on(
        &with_secrets(),
        r#"
        ask   grep -rh . .
        ask   grep -r "" .
        ask   grep -rn ''
        ask   grep -rn '^' .
        ask   grep -r = .
        ask   grep -rE '[A-Za-z]+' .
        ask   grep -rv zzz .
        ask   grep -rhz foo .
        ask   grep -rC 9999 foo .
        ask   grep -d recurse -h . .
        ask   grep --directories=recurse . .
        ask   grep -rf README.md .
        ask   grep -rh -e foo -e . .
        allow grep -rC 3 foo .
        allow grep -rn foo .
        allow grep -rn 'fn main' .
        allow grep -rl . .
        allow grep -rc . .
        allow grep -rh . src
        allow grep -rh . --include='*.rs' .
        allow grep -rn '' --include='*.py' .
        ask   grep -rh . --exclude=.env .
        allow grep -rh . --exclude='.env*' --exclude='*.key' .
        allow grep -rh . --exclude='.env*' --exclude-dir=certs .
        ask   grep -r 'AKIA\|BEGIN RSA\|password' .
        ask   grep -ri api_key .
        ask   grep -rn password .
        ask   grep -rnE '(secret|token)' .
        ask   grep -rn OPENAI_API_KEY .
        allow grep -rn password --include='*.py' .
        allow grep -rn password src
        allow grep -rn token .
        allow grep -rn password_hash .
        allow grep -rln password .
        ask   rg .
        ask   rg '' .
        ask   rg --hidden .
        ask   rg -v zzz
        ask   rg --passthru zzz
        allow rg . src
        allow rg -t rust .
        allow rg -t rust -t json . certs -uu
        ask   rg -t config . certs -uu
        allow rg -g '*.rs' .
        ask   rg --hidden -g '/*' .
        ask   rg -g '/*' .
        ask   rg -uu -g '' .
        ask   rg -uu -g '#x' .
        ask   rg -uu --iglob ' ' .
        ask   rg --hidden -g '/.env*' .
        ask   rg -uu -g '/certs/**' .
        ask   rg -uu -g 'certs/**' . /repo
        allow rg -g '/src/**' .
        allow rg -g 'src/**/*.rs' . /repo
        allow rg -g '!*.key' .
        ask   rg --hidden -g '!*.key' .
        allow rg -l .
        allow rg --files
        allow rg -n foo
        allow git log | rg .
        ask   rg password
        allow rg password -t py
        ask   ag .
        allow ag foo
        ask   ack .
        allow ack foo
        ask   ugrep .
        ask   rgrep .
        ask   git grep -h .
        ask   git ls-files . | xargs cat
        ask   git ls-files ./ | xargs cat
        ask   git ls-files src/.. | xargs cat
        ask   git ls-files -o . | xargs cat
        ask   git ls-files src . | xargs cat
        allow git ls-files src | xargs cat
        allow git ls-files '*.rs' | xargs cat
        ask   git grep -h . -- docs/.. ':!docs'
        ask   git grep -h . -- :/ ':!*/*'
        ask   git archive HEAD src/.. | cat
        allow git archive HEAD src | cat
        ask   git log -p -S api_key
        ask   git log -p -Gapi_key --all
        ask   git diff HEAD~9 -S"$x"
        allow git log -S api_key
        allow git log -p -S retries
        ask   git grep -n ''
        ask   git grep -v zzz
        ask   git grep . -- .
        ask   git grep . -- '*'
        ask   git grep . -- :/
        ask   cd src && git grep . -- :/
        ask   cd src && git grep . -- ':(top)'
        ask   git grep . -- ':!src'
        ask   git grep . -- ':(top,exclude)src'
        allow git grep . -- src
        allow git grep . -- '*.rs'
        allow git grep . -- . ':!.env' ':!*.key'
        allow cd src && git grep .
        ask   git grep -h . $(git rev-parse HEAD)
        ask   git grep -C 1000 foo
        allow git grep -C 3 foo
        ask   git archive HEAD .
        ask   grep -rn KEY .
        allow git grep -n foo
        allow git grep -l .
        ask   git grep -i password
        allow git grep -i password -- '*.py'
        ask   git diff 4b825dc642cb6eb9a060e54bf8d69288fbee4904 HEAD
        allow git diff 4b825dc642cb6eb9a060e54bf8d69288fbee4904 HEAD -- src
        allow git diff --stat 4b825dc642cb6eb9a060e54bf8d69288fbee4904 HEAD
        ask   git diff --no-index /usr .
        ask   git diff --no-index . /usr
        allow git diff --no-index src docs
        ask   diff -r . /usr
        ask   diff -rN certs src
        allow diff -r src docs
        allow diff -rq . src
        "#,
    );
}

#[test]
fn what_git_ignores_is_shown_by_some_and_not_by_others() {
    run_on(
        &all_ignored(),
        r#"
        allow rg .
        allow rg --hidden .
        ask   rg -uu .
        ask   rg --hidden --no-ignore .
        ask   rg -u . certs
        ask   rg . certs --no-ignore-vcs
        allow git grep -h .
        ask   git grep --no-index -h .
        ask   git grep --untracked --no-exclude-standard .
        allow git grep --untracked .
        allow git archive HEAD
        allow git ls-files | xargs cat
        ask   git ls-files -o | xargs cat
        allow git ls-files -o --exclude-standard | xargs cat
        allow rg --files | xargs cat
        ask   ag .
        ask   ag -u .
        ask   grep -rh . .
        ask   find . -type f -exec cat {} +
        "#,
    );
}

#[test]
fn only_what_is_understood_is_a_particular_word() {
    run_on(
        &with_secrets(),
        r#"
        ask   git grep --not -e zzzz
        ask   git grep -e KE --and --not -e zzzz
        allow git grep -e foo --and -e bar
        ask   grep -rP '(?#:foo)' .
        ask   grep -rP '(?!:foo)' .
        ask   grep -rP '(*ACCEPT)foo' .
        ask   git grep -P '(?<!:foo)'
        ask   rg --hidden '(?x)#foo'
        ask   rg --hidden '[[^a]foo]'
        ask   ugrep 'foo|'
        allow grep -rP '(?i)foo\s+bar' .
        allow grep -rP '(?:foo|bar)_baz' .
        allow rg --hidden 'fn \w+_test'
        ask   git grep -F -E 'ab|'
        ask   git grep -F -P 'ab|'
        ask   git grep -E -F 'ab|'
        allow git grep -F 'ab|'
        ask   rg --hidden -F --no-fixed-strings 'ab|'
        allow rg --hidden -F 'ab|'
        ask   grep -r -9999 foo .
        ask   grep -r -99 foo .
        ask   grep -r --context=21 foo .
        ask   git grep -9999 foo
        ask   ag --after=9999 foo certs
        allow grep -r -3 foo .
        allow grep -r -A 10 foo .
        allow git grep -5 foo
        ask   ag 'foo[^~]*' certs
        allow ag 'foo.*' certs
        ask   rg --hidden -l --json -v zzzz .
        ask   rg --hidden -l --json --no-json -v zzzz .
        ask   rg --hidden --files --json -v zzzz .
        allow rg --hidden -l -v zzzz .
        ask   rg --hidden -U 'foo[^~]*' .
        ask   rg --hidden --multiline 'foo' .
        "#,
    );
}

/// Of what is left out only what surely is.
#[test]
fn an_exclusion_counts_where_it_surely_excludes() {
    let nested =
        with_secrets().file("/repo/pkg/.env.local", "K=1\n").file("/repo/.gitignore", "local/\n.env\n");
    run_on(
        &nested,
        r#"
        allow grep -rh . --exclude='.env*' --exclude-dir=certs .
        ask   grep -rh . --exclude='.env*' .
        ask   grep -rv zz --exclude='*' --include='*' .
        allow grep -rv zz --include='*' --exclude='*' .
        ask   grep -rh . --exclude=./.env.local pkg
        ask   grep -rh . --exclude=pkg/.env.local pkg
        ask   grep -rh . --exclude='pkg/*' pkg
        ask   grep -rh . --exclude=.ENV.LOCAL pkg
        ask   grep -rh . --exclude='{.env.local,x}' pkg
        ask   grep -rh . --exclude=.env.local/ pkg
        ask   grep -rh . --exclude-dir=./certs certs .
        allow grep -rh . --exclude=.env.local pkg
        allow grep -rh . --exclude='.env*' pkg
        ask   grep -rh . --include='.en[v,x]*' pkg
        ask   rg --hidden -g '!.env*' -g '*' -v zz pkg
        allow rg --hidden -g '!.env*' -v zz pkg
        allow rg --hidden -g '!**/.env*' -v zz pkg
        ask   rg --hidden -g '!pkg/.env*' -v zz pkg
        ask   rg --hidden --type-add 'rust:*' -t rust -v zz pkg
        ask   rg --hidden -t rust -g '*local' -v zz pkg
        allow rg --hidden -t rust -v zz pkg
        ask   ag --hidden -G '(env|x)' . pkg
        allow ag --hidden -G '\.rs$' . pkg
        ask   git grep . -- . ':!.env.local' ':!*.key'
        ask   git grep . -- . ':(exclude,attr:x)pkg' ':!*.key'
        allow git grep . -- . ':!pkg' ':!*.key'
        allow git grep . -- . ':!pkg/.env.local' ':!certs/'
        ask   find . -depth -name pkg -prune -o -path '*/pkg/*' -type f -exec cat {} +
        ask   find . -maxdepth 1 -maxdepth 5 -path '*/pkg/*' -type f -exec cat {} +
        allow find . -maxdepth 1 -name '*.md' -exec cat {} +
        ask   find ./pkg -not -path 'pkg/*' -type f -exec cat {} +
        ask   find pkg// -not -path 'pkg/*' -type f -exec cat {} + -o -path 'pkg//*' -exec cat {} +
        allow find pkg -not -path 'pkg/*' -type f -exec cat {} +
        "#,
    );
}

#[test]
fn files_of_a_search_take_back_what_git_ignores() {
    let world = || machine().file("/repo/.git/objects/x", "").file("/repo/.git/refs/x", "");
    let ignored = world().file("/repo/.gitignore", ".env\n");
    let taken_back = world().file("/repo/.gitignore", ".env\n").file("/repo/.ignore", "!.env\n");
    let unhidden = world().file("/repo/.gitignore", "!.env\n");
    run_on(&ignored, "allow rg . .\nallow rg --hidden . .");
    run_on(&taken_back, "ask rg . .\nask rg --hidden . .\nallow rg foo .");
    run_on(&unhidden, "ask rg . .\nallow rg foo .");
}

#[test]
fn trees_and_objects_of_git_by_any_name() {
    let world = with_secrets()
        .object("/repo/.git/objects/aaaa111", crate::world::ObjectKind::Blob)
        .object("/repo/.git/objects/bbbb222", crate::world::ObjectKind::Tree)
        .object("/repo/.git/objects/cccc333", crate::world::ObjectKind::Commit);
    run_on(
        &world,
        r#"
        ask   git show aaaa111
        ask   git show x-1-gaaaa111
        ask   git cat-file -p v1.0-12-gaaaa111
        ask   git cat-file blob x@y-1-gaaaa111
        ask   git cat-file --batch <<< x-1-gaaaa111
        ask   git tag t x-1-gaaaa111
        ask   git tag t bbbb222
        ask   git tag t HEAD^{tree}
        allow git show v1.0-12-gcccc333
        allow git show cccc333
        allow git tag t cccc333
        ask   git diff HEAD:src HEAD
        ask   git diff HEAD HEAD:src
        ask   git diff HEAD:src
        ask   git diff HEAD^{tree} bbbb222
        ask   git diff x-1-gbbbb222 HEAD
        ask   git diff-tree -p HEAD:src HEAD
        ask   cd src && git diff 4b825dc642cb6eb9a060e54bf8d69288fbee4904 HEAD
        ask   git diff --name-only HEAD:src HEAD | xargs cat
        allow git diff HEAD~1 HEAD
        allow git diff cccc333 HEAD
        allow git diff cccc333..HEAD -- src
        allow git diff --stat HEAD:src HEAD
        allow git diff HEAD:src HEAD -- docs
        allow git diff --name-only --diff-filter=d HEAD~1 | xargs cat
        ask   git diff --name-only HEAD~1 | xargs cat
        ask   git merge-tree --trivial-merge HEAD~9 HEAD~9 HEAD
        ask   git merge-tree HEAD~9 HEAD~9 HEAD
        allow git merge-tree main HEAD
        ask   git log -L1,9:.env -L1,1:README.md
        ask   git log -L1,1:README.md -L1,9:.env
        allow git log -L1,1:README.md -L1,3:src/main.rs
        ask   find . -maxdepth 1 -type f -exec cp {} out.txt \;
        ask   find . -maxdepth 1 -type f -exec ln {} out.txt \;
        ask   find . -maxdepth 1 -type f -exec file -f {} \;
        allow find . -maxdepth 1 -name '*.md' -exec cp {} out.txt \;
        allow find . -maxdepth 1 -type f -exec file -b {} \;
        "#,
    );
}

/// What git shows of another revision, or from inside `.git`, is not what lies on the disk.
#[test]
fn trees_that_are_not_checked_out() {
    let clean = machine()
        .file("/repo/.git/HEAD", "ref: refs/heads/main\n")
        .file("/repo/.git/objects/x", "")
        .file("/repo/.git/refs/x", "")
        .file("/repo/.env", "K=1\n")
        .file("/repo/.gitignore", ".env\n*.key\n")
        .file("/repo/docs/guide.md", "# x\n");
    run_on(
        &clean,
        r#"
        allow git archive HEAD
        allow git archive main
        allow git archive HEAD:docs
        ask   git archive old
        ask   git archive HEAD~2
        ask   git archive v1.0 docs
        ask   git -C .git archive HEAD
        allow git grep -h .
        allow git grep -h . HEAD
        ask   git grep -h . old
        ask   git grep . :/second
        ask   git grep -h -e -- -e . old
        ask   git grep -h -e . -e -- old
        ask   git grep -h . 'HEAD^{/second.*}'
        ask   git grep -h . docs --
        allow git grep -h . docs
        allow git grep -h . HEAD -- docs
        ask   git blame .env old
        ask   git annotate .env old
        allow git blame docs/guide.md old
        allow git grep . :/
        allow git grep foo old
        allow git grep -n '' old -- pkg/gone.go
        ask   git grep -n '' old -- pkg
        allow git grep foo HEAD~3 -- docs
        ask   git -C .git grep -h . HEAD
        ask   cd .git && git grep . HEAD
        ask   git diff-tree -p 4b825dc642cb6eb9a060e54bf8d69288fbee4904 old
        allow git diff 4b825dc642cb6eb9a060e54bf8d69288fbee4904 HEAD
        ask   git diff refs/notes/commits
        allow git diff main feature
        ask   git --noglob-pathspecs grep . -- ':!*.env'
        ask   git --glob-pathspecs grep . -- ':!*.env'
        "#,
    );
}

#[test]
fn searches_and_what_they_pass_over() {
    let nested = all_ignored()
        .file("/repo/vendor/x/.git/HEAD", "ref: refs/heads/main\n")
        .file("/repo/vendor/x/prod.key", "K\n");
    run_on(
        &nested,
        r#"
        ask   rg .
        allow rg . src
        ask   fd | xargs cat
        "#,
    );
    run_on(
        &all_ignored().file("/repo/.fdignore", "!*.key\n"),
        r#"
        ask   fd | xargs cat
        "#,
    );
    run_on(
        &with_secrets(),
        r#"
        ask   ag -u --silent . .
        ask   ag --hidden . local
        allow ag foo .
        allow ag -l . src
        ask   find . -type f , -name src | xargs cat
        allow find src -type f , -name x | xargs cat
        "#,
    );
}

/// Where it is not certain that a program leaves a secret out, it is shown.
#[test]
fn rules_that_are_not_certain_ignore_nothing() {
    run_on(
        &all_ignored(),
        r#"
        allow rg .
        ask   echo x > .gitignore; rg .
        ask   rm .gitignore; rg .
        ask   echo '!.env' > .ignore; rg .
        ask   echo '!.env' >> .gitignore && rg --hidden .
        ask   cp README.md src/.rgignore && rg . .
        ask   mv .gitignore x && rg .
        allow echo x > src/notes.txt; rg .
        allow echo x > .gitignore; rg foo
        allow git grep -h .
        ask   echo x > .gitignore; git grep --untracked .
        "#,
    );
    let above = with_secrets().file("/repo/.gitignore", "/.env\n/certs/*.key\n/local/\n");
    run_on(
        &above,
        r#"
        allow rg .
        allow rg --hidden .
        ask   rg . certs
        ask   cd certs && rg .
        allow rg . src
        allow git grep . -- certs
        "#,
    );
    let linked = all_ignored()
        .file("/repo/.gitignore", ".env\n/certs/*.key\nlocal/\n")
        .link("/repo/src/keys", "../certs")
        .link("/repo/again", ".");
    run_on(
        &linked,
        r#"
        allow rg --hidden .
        ask   rg . src/keys
        ask   rg --hidden . again
        allow rg . src
        "#,
    );
    for (rules, decision) in [
        (".env\n*.key\nlocal/\n", "allow"),
        (".env\t\n*.key\nlocal/\n", "ask"),
        (".env\n*.ke[y]\nlocal/\n", "ask"),
        (".env\n*.key\nlocal/\n!certs/server.key\n", "ask"),
        (".env\n*.key\nlocal/\n!docs/x.key\n", "allow"),
        ("\u{feff}.env\n*.key\nlocal/\n", "ask"),
        ("# x\n\n.env\n*.key\nlocal/\n", "allow"),
    ] {
        let world = with_secrets().file("/repo/.gitignore", rules);
        run_on(&world, &[decision, " rg --hidden ."].concat());
    }
}

/// What is listed with the rest may be a link, and who is given its name follows it.
#[test]
fn links_that_are_listed() {
    let leads_out = all_ignored().link("/repo/pub/home.md", "/home/user/.ssh/id_rsa");
    run_on(&leads_out, "ask git ls-files pub | xargs cat\nask git ls-files | xargs cat\nallow rg .");
    let world =
        all_ignored().link("/repo/docs/notes.md", "../certs/server.key").link("/repo/src/lib.rs", "main.rs");
    run_on(
        &world,
        r#"
        ask   git ls-files | xargs cat
        ask   git ls-files docs | xargs cat
        ask   fd | xargs cat
        ask   cd docs && ls | xargs cat
        allow cd src && ls | xargs cat
        allow rg .
        allow git grep -h .
        "#,
    );
}

/// What git has recorded is shown though it is gone from the disk, or ignored.
#[test]
fn files_that_are_recorded() {
    let clean = || {
        machine()
            .file("/repo/.git/HEAD", "ref: refs/heads/main\n")
            .file("/repo/.git/objects/x", "")
            .file("/repo/.git/refs/x", "")
            .file("/repo/.env", "K=1\n")
            .file("/repo/.gitignore", ".env\n*.key\n")
            .file("/repo/docs/guide.md", "# x\n")
    };
    let with = |names: &[&str], is_committed: bool| {
        let names = names.iter().map(|name| (*name).into()).collect();
        clean().tracked("/repo/.git", Some(Tracked { names, is_committed }))
    };
    run_on(
        &with(&["README.md", "gone/prod.key", "docs/guide.md"], true),
        r#"
        ask   git grep . HEAD
        ask   git grep --cached .
        ask   git grep --cached . -- gone
        ask   git grep . HEAD -- gone
        ask   git archive HEAD
        ask   git archive main
        ask   git archive HEAD:gone
        ask   git archive HEAD gone
        ask   git diff 4b825dc642cb6eb9a060e54bf8d69288fbee4904 HEAD
        allow git grep .
        allow git grep . HEAD -- docs
        allow git grep --cached . -- docs
        allow git grep --cached . -- . ':!gone'
        allow git grep foo HEAD
        allow git archive HEAD:docs
        allow git archive HEAD docs
        allow git ls-files | xargs cat
        "#,
    );
    run_on(
        &with(&["README.md", ".env"], true),
        r#"
        ask   git grep -h . -- ':!.env/'
        ask   git grep -h . -- ':!.en*/'
        ask   git grep -h . -- ':(exclude).env/'
        ask   git archive HEAD ':!.env/'
        ask   cd docs && git grep -h . -- :/ ':!*.env'
        ask   cd docs && git grep -h . -- .. ':!*.env'
        ask   git -C docs grep -h . -- :/ ':!*.env'
        ask   GIT_LITERAL_PATHSPECS=1 git grep -h . -- . ':!*.env'
        ask   GIT_NOGLOB_PATHSPECS=1 git grep -h . -- ':!*.env'
        allow git grep -h . -- ':!.env'
        allow git grep -h . -- ':!*.env'
        ask   GIT_ICASE_PATHSPECS=1 git grep -h foo
        ask   git diff --name-only HEAD~3 | xargs cat
        ask   git diff --name-only HEAD~3 | grep e | xargs cat
        ask   git diff --name-only -z | xargs -0 cat
        allow git diff --name-only | xargs wc -l
        allow git diff --name-only --diff-filter=d HEAD~3 -- docs | xargs cat
        ask   git grep .
        ask   git grep --cached .
        ask   git archive HEAD
        ask   git ls-files | xargs cat
        allow git grep . -- docs
        allow git grep foo
        allow rg .
        allow git ls-files docs | xargs cat
        "#,
    );
    run_on(
        &with(&["README.md", "docs/guide.md"], true),
        r#"
        allow git grep .
        allow git grep --cached .
        allow git grep . HEAD
        allow git archive HEAD
        ask   git add -f .env && git grep --cached .
        allow git status && git grep --cached .
        "#,
    );
    run_on(
        &with(&["README.md", "docs/guide.md"], false),
        r#"
        allow git grep .
        allow git grep --cached .
        ask   git grep . HEAD
        ask   git archive HEAD
        allow git grep foo HEAD
        "#,
    );
    run_on(
        &clean().tracked("/repo/.git", None),
        r#"
        ask   git grep .
        ask   git grep --cached .
        ask   git archive HEAD
        allow git grep foo
        allow rg .
        "#,
    );
}

/// A tag, or a file in git's directory, that is called like the branch comes first.
#[test]
fn names_that_mean_more_than_a_branch() {
    let clean = || {
        machine()
            .file("/repo/.git/HEAD", "ref: refs/heads/main\n")
            .file("/repo/.git/objects/x", "")
            .file("/repo/.git/refs/heads/main", "x\n")
            .file("/repo/.env", "K=1\n")
            .file("/repo/.gitignore", ".env\n*.key\n")
    };
    let rows = |decision: &str| {
        [
            decision,
            " git archive main\n",
            decision,
            " git grep . main\nallow git archive HEAD\nallow git grep foo main",
        ]
        .concat()
    };
    for (path, text, decision) in [
        ("/repo/.git/refs/tags/main", "x\n", "ask"),
        ("/repo/.git/refs/main", "x\n", "ask"),
        ("/repo/.git/main", "x\n", "ask"),
        ("/repo/.git/packed-refs", "# pack-refs\n1234 refs/tags/main\n", "ask"),
        ("/repo/.git/reftable/tables.list", "", "ask"),
        ("/repo/.git/refs/tags/v1", "x\n", "allow"),
        ("/repo/.git/packed-refs", "# pack-refs\n1234 refs/heads/main\n1234 refs/tags/main2\n", "allow"),
    ] {
        run_on(&clean().file(path, text), &rows(decision));
    }
}

/// Secrets that settings of the tree or of git bring into what a command prints.
#[test]
fn settings_that_show_secrets() {
    let plain = machine().file("/repo/.git/config", "[remote \"origin\"]\n\turl = https://github.com/a/b\n");
    run_on(
        &plain,
        "allow git remote -v\nallow git remote get-url origin\nallow git config --get remote.origin.url",
    );
    let token =
        machine().file("/repo/.git/config", "[remote \"origin\"]\n\turl = https://x:TOKEN@github.com/a/b\n");
    run_on(
        &token,
        "ask git remote -v\nask git remote get-url origin\nask git config --get remote.origin.url\nallow git status",
    );
    run_on(&machine(), "allow npm config get registry");
    let filled = machine().file("/repo/.npmrc", "foo=${GITHUB_TOKEN}\n");
    run_on(&filled, "ask npm config get foo\nask npm config get registry");
    let sent = machine().file("/repo/.npmrc", "registry=http://x.example/${GITHUB_TOKEN}/\n");
    run_on(&sent, "ask npm ls\nask npm test\nask cd src && npm ls\nask npx jest");
    let usual =
        "registry=https://npm.example.com/\n//npm.example.com/:_authToken=${NPM_TOKEN}\nsave-exact=true\n";
    run_on(&machine().file("/repo/.npmrc", usual), "allow npm ls\nallow npm test");
    let script = machine().file("/repo/composer.json", "{\"scripts\": {\"init\": \"touch x\"}}");
    run_on(&script, "ask composer show\nask composer licenses");
    let other = machine().file("/repo/composer.json", "{\"scripts\": {\"post-install-cmd\": \"x\"}}");
    run_on(&other, "allow composer show");
    let linked = machine().file("/repo/tf/a.tf", "").link("/repo/tf/x.tf", "../.env");
    run_on(&linked, "ask cd tf && terraform validate\nask terraform -chdir=tf validate");
    run_on(&machine().file("/repo/tf/a.tf", ""), "allow cd tf && terraform validate");
}
