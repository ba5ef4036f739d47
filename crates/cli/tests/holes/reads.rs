//! Secrets that are read through another door: operands left out, modes a program switches on by itself, objects of git.

use super::Hole;

/// The harm: the secret is printed.
pub const fn printed(
    needs: &'static str,
    setup: &'static str,
    harmful: &'static str,
    harmless: &'static str,
) -> Hole {
    Hole { needs, setup, at: "repo", harmful, harm: "grep -aq CANARY /out", harmless }
}

pub const HOLES: &[Hole] = &[
    // git writes down the command behind `git pull`, with the password in its address.
    printed(
        "git",
        "h=$(git rev-parse HEAD) && printf '%s %s me <me@x.example> 1700000000 +0000\\tpull \
         https://me:ghp_CANARY0123456789abcdefghijABCDEF@h.example/r.git main: Fast-forward\\n' $h $h >> .git/logs/HEAD",
        "git reflog -1",
        "git log --oneline -1",
    ),
    printed(
        "git cat",
        "printf 'URL: https://me:ghp_CANARY0123456789abcdefghijABCDEF@h.example/r.git\\n' > ~/x && mkdir .git/remotes && cp ~/x .git/remotes/x",
        "cat .git/remotes/x",
        "cat .git/HEAD",
    ),
    // Names in `.git` that become several words, or other ones: of submodules, branches and tags.
    printed(
        "find xargs",
        "mkdir -p '.git/modules/x .env y.md' && echo x > '.git/modules/x .env y.md/HEAD' && echo CANARY > .env",
        "find . -name '*.md' | xargs cat",
        "find . -name .git -prune -o -name '*.md' -print | xargs cat",
    ),
    printed(
        "git find xargs",
        "mkdir -p ~/.ssh && echo CANARY > ~/.ssh/id_rsa",
        r#"git branch "q/'.'./'.'./'.'./'.'./'.'./'.'ssh/id_rsa"; find . -type f | xargs cat"#,
        "git branch feature; find . -type f | xargs cat",
    ),
    printed(
        "git grep xargs",
        "mkdir -p ~/.ssh && echo CANARY > ~/.ssh/id_rsa",
        r#"git tag "q/'.'./'.'./'.'./'.'./'.'./'.'ssh/id_rsa"; grep -rl . . | xargs head"#,
        "git tag v1; grep -rl . . | xargs head",
    ),
    printed(
        "git find xargs",
        r#"mkdir -p ~/.ssh && echo CANARY > ~/.ssh/id_rsa && git branch "q/'.'./'.'./'.'./'.'./'.'./'.'ssh/id_rsa""#,
        "find . -type f | xargs cat",
        "find README.md -type f | xargs cat",
    ),
    // Trees that stand on the input.
    printed(
        "git bash",
        "echo CANARY > .env && git add -f .env && git commit -q -m x",
        "git diff-tree --stdin -p <<< \"4b825dc642cb6eb9a060e54bf8d69288fbee4904 $(git rev-parse 'HEAD^{tree}')\"",
        "git rev-list -5 HEAD | git diff-tree --stdin --name-status -r",
    ),
    // Files that are taken in with all the others, and shown as new.
    printed("git", "echo CANARY > .env", "git add -N . && git diff", "git add -u && git diff"),
    printed(
        "git",
        "echo CANARY > server.key",
        "git add -A && git diff --cached",
        "git add README.md && git diff --cached",
    ),
    printed(
        "git",
        "echo .env > .gitignore && echo CANARY > .env && mkdir conf && echo CANARY > conf/server.key",
        "git add . && git commit -q -m x && git show",
        "git add . ':!conf' && git commit -q -m x && git show",
    ),
    printed(
        "find diff",
        "mkdir -p docs && echo x > docs/a && echo CANARY > .env",
        "find . -maxdepth 0 -exec diff -rN docs {} \\; || true",
        "mkdir -p made && find docs -maxdepth 0 -exec diff -r docs {} \\;",
    ),
    printed(
        "file find",
        "echo CANARY > .env",
        "find . -type f -exec file -d {} + 2>&1",
        "find . -type f -exec file {} +",
    ),
    printed(
        "find xargs",
        "mkdir -p sub && echo CANARY > .env",
        "find . -type f , -name sub | xargs cat",
        "find . -name '*.md' | xargs cat",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add -f .env && git commit -q -m x && git rm -q .env && git commit -q -m y",
        "git archive HEAD~1 | cat",
        "git archive HEAD | wc -c",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add -f .env && git commit -q -m second && git rm -q .env && git commit -q -m y",
        "git grep -h . :/second",
        "git grep -h readme :/",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add -f .env && git commit -q -m second",
        "git -C .git grep -h . HEAD",
        "git grep -h readme HEAD",
    ),
    printed(
        "rg git",
        "printf '*.key\\n' > .gitignore && mkdir -p vendor/x && git -C vendor/x init -q && echo CANARY > vendor/x/prod.key",
        "rg .",
        "rg readme README.md || true",
    ),
    printed(
        "tar",
        "mkdir -p docs && echo CANARY > .env",
        "tar cf docs/o.tar .; cat docs/o.tar",
        "mkdir -p made && tar cf made.tar docs",
    ),
    printed(
        "git",
        "mkdir -p ~/.ssh && echo CANARY > ~/.ssh/id_rsa",
        "git -C ~/.ssh grep --no-index -h .",
        "git grep --no-index -h . -- README.md",
    ),
    printed(
        "git",
        "mkdir -p ~/.ssh /empty && echo CANARY > ~/.ssh/id_rsa && git config --global grep.fallbackToNoIndex true",
        "git -C ~/.ssh grep -h .",
        "git grep -h readme",
    ),
    printed(
        "git",
        "mkdir -p /empty && echo CANARY > ~/.netrc",
        "git -C ~ diff /empty .",
        "git diff HEAD -- README.md",
    ),
    printed(
        "git",
        "mkdir -p /empty && echo CANARY > ~/.netrc",
        "git diff /empty /home/user",
        "git diff --stat",
    ),
    printed(
        "git",
        "cd ~ && git init -q . && git config user.name n && git config user.email e@example.com && echo CANARY > .netrc && git add .netrc && git commit -q -m x",
        "git -C ~ log -p",
        "git log -p -1",
    ),
    printed("grep", "echo CANARY > ~/.netrc", "grep -d recurse -h . ~", "grep -d skip readme README.md"),
    printed("grep", "echo CANARY > .env", "grep -rh . .", "grep -rn readme ."),
    printed(
        "grep",
        "echo password=CANARY > .env",
        "grep -ri password .",
        "grep -rn password --include='*.py' . || true",
    ),
    printed("grep", "echo CANARY > .env", "grep -rhv zzzz", "grep -rh . --include='*.md' ."),
    printed(
        "find cat",
        "echo CANARY > .env",
        "find . -type f -exec cat {} +",
        "find . -name '*.md' -exec cat {} +",
    ),
    printed(
        "find xargs cat",
        "echo CANARY > .env",
        "find . -type f -not -path './.git/*' | xargs cat",
        "find . -name '*.md' | xargs cat",
    ),
    printed(
        "git xargs",
        "echo CANARY > .env && git add .env && git commit -q -m x",
        "git ls-files | xargs cat",
        "git ls-files '*.md' | xargs cat",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add .env && git commit -q -m x",
        "git grep -h .",
        "git grep readme",
    ),
    printed(
        "git tar",
        "echo CANARY > .env && git add .env && git commit -q -m x",
        "git archive HEAD | tar -xO",
        "git archive HEAD README.md | tar -xO",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add .env && git commit -q -m x",
        "git diff 4b825dc642cb6eb9a060e54bf8d69288fbee4904 HEAD",
        "git diff HEAD~1 HEAD --stat",
    ),
    printed("tar", "echo CANARY > .env", "tar c .", "tar c README.md"),
    printed("diff", "echo CANARY > ~/.netrc && mkdir /empty", "diff -N ~ /empty", "diff README.md README.md"),
    printed("diff", "echo CANARY > .env && mkdir /empty", "diff -rN . /empty", "diff -rq . .git"),
    printed("rg", "echo CANARY > .env", "rg --hidden .", "rg readme"),
    printed(
        "cat",
        "mkdir -p ~/.config/pypoetry && echo CANARY > ~/.config/pypoetry/auth.toml",
        "cat ~/.config/pypoetry/auth.toml",
        "cat README.md",
    ),
    printed(
        "cat",
        "mkdir -p ~/.config/configstore && echo CANARY > ~/.config/configstore/firebase-tools.json",
        "cat ~/.config/configstore/firebase-tools.json",
        "cat README.md",
    ),
    printed("cat", "echo CANARY > ~/.irb_history", "tail -5 ~/.irb_history", "tail -5 README.md"),
    printed(
        "git",
        "echo CANARY > .env && git add .env && git commit -q -m x",
        "git show dbd1857b4f",
        "git show HEAD",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add .env && git commit -q -m x && git gc -q",
        "git show dbd1857b4f",
        "git show HEAD",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add .env && git commit -q -m x",
        "git cat-file -p dbd1857b4fc8196dd44e08252245f7d3050d794a",
        "git cat-file -p HEAD",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add .env && git commit -q -m x",
        "git cat-file blob dbd1857b",
        "git cat-file -t dbd1857b4fc8196dd44e08252245f7d3050d794a",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add .env && git commit -q -m x",
        "git cat-file --batch <<< dbd1857b4fc8196dd44e08252245f7d3050d794a",
        "git cat-file --batch-check <<< HEAD",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add .env && git commit -q -m x",
        "git diff dbd1857b4fc8196dd44e08252245f7d3050d794a HEAD:README.md",
        "git diff HEAD~1 HEAD -- README.md",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add -f .env && git commit -q -m x",
        "git grep --not -e zzzz",
        "git grep -e readme --and -e readme || true",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add -f .env && git commit -q -m x",
        "git show x-1-gdbd1857b4fc8196dd44e08252245f7d3050d794a",
        "git show HEAD --stat",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add -f .env && git commit -q -m x",
        "git merge-tree --trivial-merge 4b825dc642cb6eb9a060e54bf8d69288fbee4904 4b825dc642cb6eb9a060e54bf8d69288fbee4904 HEAD",
        "git merge-base HEAD HEAD",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add -f .env && git commit -q -m x",
        "git log -L1,1:.env -L1,1:README.md",
        "git log -L1,1:README.md",
    ),
    printed(
        "git",
        "mkdir -p sub && echo x > sub/a && git add sub && echo CANARY > .env && git add -f .env && git commit -q -m x",
        "git diff HEAD:sub HEAD",
        "git diff --stat HEAD:sub HEAD",
    ),
    printed("grep", "echo CANARY > .env", "grep -rP '(?#:foo)' .", "grep -rP '(?:readme|foo)' . || true"),
    printed(
        "git",
        "echo CANARY > .env && git add -f .env && git commit -q -m x",
        "git grep -F -E 'zz|'",
        "git grep -F 'zz|' || true",
    ),
    printed("grep", "echo CANARY > .env", "grep -r -9999 CA .", "grep -r -3 readme . || true"),
    printed(
        "grep",
        "mkdir -p pkg && echo CANARY > pkg/.env.local",
        "grep -rh . --exclude='*' --include='*' pkg",
        "grep -rh . --include='*' --exclude='*' pkg || true",
    ),
    printed(
        "grep",
        "mkdir -p pkg && echo CANARY > pkg/.env.local",
        "grep -rh . --exclude=.ENV.LOCAL pkg",
        "grep -rh . --exclude=.env.local pkg || true",
    ),
    printed(
        "find cat",
        "mkdir -p pkg && echo CANARY > pkg/.env.local",
        "find . -depth -name pkg -prune -o -path '*/pkg/*' -type f -exec cat {} +",
        "find . -name '*.md' -exec cat {} +",
    ),
    printed(
        "find cat",
        "mkdir -p pkg && echo CANARY > pkg/.env.local",
        "find . -maxdepth 1 -maxdepth 5 -path '*/pkg/*' -type f -exec cat {} +",
        "find . -maxdepth 1 -name '*.md' -exec cat {} +",
    ),
    printed(
        "rg",
        "mkdir -p pkg && echo CANARY > pkg/.env.local",
        "rg -. --type-add 'rust:*' -t rust -v zzzz pkg",
        "rg -. -t rust -v zzzz pkg || true",
    ),
    printed(
        "rg",
        "mkdir -p pkg && echo CANARY > pkg/.env.local",
        "rg -. --json -v zzzz pkg | cat",
        "rg -. -l -v zzzz pkg",
    ),
    printed(
        "rg",
        "mkdir -p pkg && echo CANARY > pkg/.env.local",
        "rg -. -g '!.env*' -g '*' -v zzzz pkg",
        "rg -. -g '!.env*' -v zzzz pkg || true",
    ),
    Hole {
        needs: "find cp",
        setup: "mkdir -p pkg && echo CANARY > pkg/.env.local",
        at: "repo",
        harmful: "find pkg -type f -exec cp {} out.txt \\;",
        harm: "grep -q CANARY out.txt",
        harmless: "find . -maxdepth 1 -name '*.md' -exec cp {} out.txt \\;",
    },
    // Copies of the machine's secrets under names of their own.
    printed("cat", "cp /etc/shadow /etc/shadow.1", "cat /etc/shadow.1", "cat /etc/passwd"),
    printed(
        "cat",
        "mkdir -p /var/backups && cp /etc/shadow /var/backups/gshadow.2024.old && echo x > /var/backups/passwd.bak",
        "cat /var/backups/gshadow.2024.old",
        "cat /var/backups/passwd.bak",
    ),
    printed("cat", "echo CANARY > ~/.netrc-20240101", "cat ~/.netrc-20240101", "cat README.md"),
    // Rules that git and searches read otherwise than they look.
    printed(
        "rg",
        "printf '.env\\n' > .gitignore && echo CANARY > .env",
        "echo > .gitignore; rg --hidden .",
        "rg --hidden . README.md",
    ),
    printed(
        "git",
        "printf '.env\\t\\n' > .gitignore && echo CANARY > .env",
        "git grep --untracked -h .",
        "git grep --untracked -h readme",
    ),
    printed(
        "git",
        "printf '.env\\n\\n!.en[v]\\n' > .gitignore && echo CANARY > .env",
        "git grep --untracked -h .",
        "printf '.env\\n' > made && git grep -h readme",
    ),
    printed(
        "git",
        "printf '.env\\n' > .gitignore && echo CANARY > .env",
        "echo > .gitignore; git grep --untracked -h .",
        "git grep --untracked -h .",
    ),
    printed(
        "git xargs",
        "mkdir -p docs src && echo x > src/a && echo CANARY > ~/.netrc && ln -s ~/.netrc docs/notes.md && git add docs src",
        "git ls-files docs | xargs cat",
        "cd src && ls | xargs cat",
    ),
    // What git has recorded, though it is gone from the disk or ignored.
    printed(
        "git",
        "echo CANARY > .env && git add -f .env && git commit -q -m x && rm .env",
        "git grep -h . HEAD",
        "git grep -h . HEAD -- README.md",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add -f .env && git commit -q -m x && rm .env",
        "git grep --cached -h .",
        "git grep -h .",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add -f .env && git commit -q -m x && git rm -q .env",
        "git archive HEAD | cat",
        "git grep --cached -h .",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add -f .env && printf '.env\\n' > .gitignore && git add . && git commit -q -m x",
        "git grep -h .",
        "git grep -h readme",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add -f .env && git commit -q -m x && git tag main && git rm -q .env && git commit -q -m y",
        "git archive main | cat",
        "git archive HEAD | cat",
    ),
    // A bare repository in the tree: git takes it for the one to use.
    Hole {
        needs: "git",
        setup: "git init -q --bare docs/planted",
        at: "repo",
        harmful: "git -C docs/planted rev-parse --is-bare-repository",
        harm: "grep -q true /out",
        harmless: "git -C . rev-parse --is-bare-repository",
    },
    // A file that is taken for a table, and shown word by word.
    Hole {
        needs: "findmnt",
        setup: "mkdir -p ~/.aws; printf 'aws_secret_access_key = CANARY/abc\\n' > ~/.aws/credentials",
        at: "repo",
        harmful: "findmnt -F ~/.aws/credentials",
        harm: "grep -q CANARY /out",
        harmless: "findmnt",
    },
    // Flags that pick a file out of what is shown.
    printed(
        "git",
        "echo x > a && echo CANARY > .env && git add -f . && git commit -q -m x",
        "git log -p -1 --skip-to=.env",
        "git log -p -1 --skip-to=README.md || git log -1",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add -f . && git commit -q -m x",
        "git log -p --find-object=HEAD:.env",
        "git log --oneline --find-object=HEAD:.env",
    ),
    printed(
        "git",
        "echo 'api_key=CANARY' > .env && git add -f . && git commit -q -m x",
        "git log -p -S api_key",
        "git log -p -S retries",
    ),
    // A flag that shows lines without being asked for differences.
    printed(
        "git",
        "printf 'CANARY \\n' > .env && git add -f . && git commit -q -m x",
        "git log --check -- .env",
        "git diff --check",
    ),
    // Paths and patterns that mean everything.
    printed(
        "git xargs",
        "echo CANARY > .env",
        "git ls-files -o . | xargs cat",
        "git ls-files README.md | xargs cat",
    ),
    printed("rg", "echo CANARY > .env", "rg -g '/*' .", "rg -g '*.md' ."),
    printed(
        "git",
        "echo CANARY > .env && git add -f . && git commit -q -m x && mkdir docs",
        "git grep -h . -- docs/.. ':!docs'",
        "git grep -h readme -- docs/.. ':!docs'",
    ),
];
