//! Searches for a word, and what they show beside it. Beside each harmful row stands its harmless twin.

use super::tests::with_secrets;
use crate::effect::program::examples::{machine, run_on};
use crate::world::Tracked;
use crate::world::fake::Fake;
use alloc::format;
use alloc::string::String;

/// A number behind a flag for lines is its value to some programs, and the pattern to others.
#[test]
fn a_number_behind_a_flag_for_lines() {
    run_on(
        &with_secrets().file("/repo/local/.env.local", "PORT=80\nK=1\n"),
        "
        ask   grep -r --context 77 .
        ask   grep -r --context 5 . .
        ask   grep -r --context 77 PORT .
        ask   egrep -r --context 77 .
        ask   ugrep -r --context 77 .
        ask   ack -C 99 .
        ask   ack -iC 99 .
        ask   ack -C 19 PORT
        ask   ack --context 77 .
        ask   ag --hidden --context 77 .
        ask   ag --hidden --after 77 .
        ask   find . -type f -exec grep --context 77 PORT {} +
        ask   find . -type f -exec grep --context 5 . {} +
        ask   find . -type f | xargs grep --context 19 PORT
        allow grep -r --context=3 foo src
        allow grep --context 3 foo README.md
        allow grep -r --context 3 foo src
        allow ack -C 2 foo
        allow ack -C 2 foo src
        allow ag --context 3 foo src
        allow find src -type f -exec grep --context 3 foo {} +
        ",
    );
}

#[test]
fn lines_around_a_word_in_files_that_are_handed_over() {
    run_on(
        &with_secrets().file("/repo/local/.env.local", "PORT=80\nK=1\n").file("/repo/.env", "PORT=80\nK=1\n"),
        r"
        ask   find . -type f -exec grep -C 19 PORT {} +
        ask   find . -type f -exec grep -A 5 PORT {} \;
        ask   find . -type f | xargs grep -C 19 PORT
        ask   find . -type f -print0 | xargs -0 grep -C 19 PORT
        ask   git ls-files | xargs grep -C 19 PORT
        ask   rgrep -C 19 PORT
        ask   rgrep -C 19 PORT .
        allow find . -type f -exec grep -A 1 PORT {} +
        allow find . -type f -exec grep -C 19 nosuch {} +
        allow find src -name '*.rs' -exec grep -A3 foo {} +
        allow git ls-files | xargs grep -C 3 nosuch
        allow rgrep -C 19 nosuch
        allow git log | rg -C 19 PORT
        ",
    );
}

/// Lines around a word in files of another commit, or of the index.
#[test]
fn lines_around_a_word_that_git_has_recorded() {
    let names = ["README.md", "gone/prod.key"].map(String::from).to_vec();
    let machine = machine()
        .file("/repo/.git/HEAD", "ref: refs/heads/main\n")
        .file("/repo/.git/objects/x", "")
        .file("/repo/.git/refs/x", "")
        .file("/repo/.gitignore", ".env\n")
        .tracked("/repo/.git", Some(Tracked { names, is_committed: true }));
    run_on(
        &machine,
        "
        ask   git grep -C 9 PORT HEAD~1
        ask   git grep -C 9 PORT HEAD
        ask   git grep --cached -C 9 PORT
        allow git grep -C 9 PORT
        allow git grep -C 9 PORT HEAD -- docs
        allow git grep -C 3 foo HEAD -- src/a.rs
        allow git grep -n foo HEAD~1
        allow git grep -A 1 foo HEAD~1
        ",
    );
}

/// Words that announce secrets among others.
#[test]
fn searches_for_secrets_in_groups() {
    run_on(
        &with_secrets().file("/repo/local/.env.local", "PORT=80\nK=1\n"),
        r"
        ask   grep -rE '(password|secret|api_key|zzzz)' .
        ask   grep -rE 'password|zzzz' .
        ask   rg -uui '(api_key|secret|password|foo)\s*='
        ask   grep -r '\(password\|zzzz\)' .
        ask   git grep -E '(password|zzzz)'
        ask   rg -uu '(zz)?password'
        ask   rg -uu 'password( zz)?'
        ask   rg -uu 'passwords?'
        ask   rg -uu '((zz|pass(word|phrase))|foo)'
        allow grep -rE '(handle_)?token_refresh' .
        allow rg -uu '(reset|forgot) password'
        allow rg -uu 'password_(hash|verify)'
        allow rg -uu '(foo|bar)(baz)?'
        ask   grep -r -C 2 PORT .
        ask   grep -r -2 PORT .
        ask   rg -uu -A2 -B2 PORT
        allow grep -r -C 1 PORT .
        allow grep -r -A 2 PORT .
        ",
    );
}

/// A search that is left without an operand goes through all that lies here.
#[test]
fn operands_that_may_be_none() {
    run_on(
        &with_secrets().file("/repo/.env", "PORT=80\nK=1\n"),
        r#"
        ask   find src -name '*.nosuch' -print0 | xargs -0 rg -uu .
        ask   find src -name '*.nosuch' -print0 | xargs -0 rg --hidden .
        ask   find src -name '*.nosuch' -print0 | xargs -0 grep -rh .
        ask   find src -name '*.nosuch' -print0 | xargs -0 ag -u .
        ask   find src -name '*.nosuch' -print0 | xargs -0 ack .
        ask   find src -name '*.nosuch' -print0 | xargs -0 git grep --no-index .
        ask   find src -name '*.nosuch' -print0 | xargs -0 rg -uu -C 19 PORT
        ask   grep -rl nosuch src | xargs grep -rh .
        ask   shopt -s nullglob; grep -rh . src/*.nosuch
        ask   shopt -s nullglob; rg -uu . src/*.nosuch
        ask   shopt -s nullglob; grep -r -C 19 PORT src/*.nosuch
        ask   shopt -s nullglob; ack . src/*.nosuch
        ask   shopt -s nullglob; git grep --no-index . src/*.nosuch
        ask   grep -rh . $(find src -name '*.nosuch')
        ask   rg -uu . $(find src -name '*.nosuch')
        ask   find src -name '*.nosuch' -print0 | xargs -0 env rg -uu .
        ask   find src -name '*.nosuch' -print0 | xargs -0 env A=1 rg -uu .
        ask   find src -name '*.nosuch' -print0 | xargs -0 nice grep -rh .
        ask   find src -name '*.nosuch' -print0 | xargs -0 timeout 5 rg -uu .
        ask   find src -name '*.nosuch' -print0 | xargs -0 nice -n 5 env rg --hidden -C 19 PORT
        ask   find src -name '*.nosuch' -print0 | xargs -0 env git grep -h . --
        ask   find src -name '*.nosuch' -print0 | xargs -0 git diff 4b825dc642cb6eb9a060e54bf8d69288fbee4904 --
        allow find src -name '*.rs' -print0 | xargs -0 -r env rg -uu .
        allow find src -name '*.rs' -print0 | xargs -0 nice wc -l
        allow find src -name '*.rs' -print0 | xargs -0 env grep -n foo
        allow find src -name '*.rs' -print0 | xargs -0 git diff --
        allow find src -name '*.rs' -print0 | xargs -0 sed -i s/a/b/
        allow find src -name '*.rs' -print0 | xargs -0 git add
        allow find src -name '*.rs' -print0 | xargs -0 ls -l
        allow find src -name '*.rs' -print0 | xargs -0 chmod 644
        allow find src -name '*.rs' -print0 | xargs -0 head -3
        allow find src -name '*.rs' -print0 | xargs -0 -r rg -uu .
        allow find src -name '*.rs' -print0 | xargs -0 -I{} rg -uu . {}
        allow find src -name '*.rs' -print0 | xargs -0 grep -n .
        allow find src -name '*.rs' -print0 | xargs -0 cat
        allow find src -name '*.rs' -print0 | xargs -0 rg foo
        allow find src -name '*.rs' | xargs wc -l
        allow shopt -s nullglob; ls src/*.rs
        allow shopt -s nullglob; grep -rn foo src/*.rs
        allow grep -rh . src/*.rs
        allow touch out.txt; grep -rh . src/*.rs
        "#,
    );
}

/// A search reads what is piped into it where that is surely what it gets.
#[test]
fn input_that_is_no_pipe() {
    run_on(
        &with_secrets(),
        "
        ask   echo x | rg -uu . </dev/null
        ask   echo x | ag -u . </dev/null
        ask   echo x | ack . </dev/null
        ask   echo x | rg -uu . 0</dev/null
        ask   echo x | (rg -uu .) < /dev/null
        ask   echo x | { rg -uu .; } < /dev/null
        ask   echo x | xargs -I{} rg -uu .
        ask   seq 3 | xargs -I{} rg -uu .
        ask   git ls-files -z src | xargs -0 -I{} rg -uu .
        ask   cat <(rg -uu .)
        ask   cat <(ag -u .)
        ask   diff <(rg --hidden .) /dev/null
        ask   comm -3 <(rg -uu . | sort) /dev/null
        ask   f() { cat README.md | rg -uu . </dev/null; }; f
        allow cat <(rg foo src)
        allow diff <(sort README.md) <(sort docs/guide.md)
        allow echo x | rg -uu .
        allow echo x | (rg -uu .)
        allow git diff | rg -uu '^.'
        allow cat README.md | ack .
        allow echo x | rg foo </dev/null
        allow rg -uu . <<< x
        ask   echo . | rg -uu -f -
        ask   rg -uu -f - <<< .
        ask   printf '.\\n' | rg --hidden --file=-
        ask   git ls-files | rg -uu -f -
        ask   git log --oneline | rg --hidden -f-
        ask   echo . | rg -uu -f words.txt -f -
        ask   x=$(cat words.txt); echo . | rg -uu -f \"$x\"
        allow echo x | rg -uu -f words.txt
        allow git ls-files | rg -f - src
        allow echo foo | rg -f - README.md
        ask   echo x | ag -u --parallel .
        ask   git ls-files | ag --hidden --parallel .
        ask   echo x | ag -u --ackmate .
        allow echo x | ag -u .
        allow ag --parallel foo src
        ask   printf 'y\\n' | find src -maxdepth 0 -ok rg -uu . \\;
        ask   printf 'y\\n' | find src -maxdepth 0 -okdir rg -uu . \\;
        allow echo x | find . -maxdepth 0 -exec rg -uu . \\;
        allow printf 'y\\n' | find src -maxdepth 0 -ok rg foo \\;
        ",
    );
}

/// Read in another encoding, a file may have no line ends.
#[test]
fn encodings_that_swallow_line_ends() {
    run_on(
        &with_secrets(),
        r#"
        ask   rg -uu --encoding utf-16le 低䕄
        ask   rg -uu -E utf-16le 低䕄
        ask   rg -uu -Eutf-16be foo
        ask   rg -uu --encoding=gb18030 foo
        ask   rg -uu -E "$x" foo
        ask   find . -type f -print0 | xargs -0 rg -E utf-16 foo
        allow rg -uu -E latin1 foo
        allow rg -uu --encoding=utf-8 foo
        allow rg -uu -E none foo
        allow rg -E utf-16le foo README.md
        allow rg -E utf-16le foo src
        allow rg -uu -l -E utf-16le foo
        "#,
    );
}

/// Settings with a password in an address, in the repository that is searched and in those below it.
#[test]
fn words_of_addresses() {
    let config = |login: &str| format!("[remote \"origin\"]\n\turl = https://{login}github.com/o/r.git\n");
    let rows = r#"
        WORD  grep -rn github vendor
        WORD  grep -rn github vendor/x
        WORD  cd vendor && grep -rn github .
        WORD  grep -rn https .
        WORD  rg -uu github vendor
        WORD  rg -uu -A1 origin vendor
        WORD  grep -rn -C 9 github vendor
        allow grep -rn -C 9 nosuch vendor
        WORD  find vendor -type f -exec grep github {} +
        WORD  find vendor -type f | xargs grep github
        WORD  for d in vendor/*; do grep -rn github "$d"; done
        WORD  grep -rn github mirror
        WORD  rgrep github
        WORD  rgrep -n github .
        WORD  ugrep -r github
        allow rg github vendor
        allow rg --hidden -g '!.git' -g '!*.git' github vendor
        allow grep -rn --exclude-dir='*.git' github vendor mirror
        allow grep -rn nosuch vendor
        allow grep -rl github vendor
        allow grep -rn --include='*.md' github vendor
        WORD  git ls-files | xargs grep github
    "#;
    for (login, word) in [("me:hunter2hunter2@", "ask"), ("", "allow"), ("git@", "allow")] {
        let machine = machine()
            .file("/repo/vendor/x/.git/HEAD", "ref: refs/heads/main\n")
            .file("/repo/vendor/x/.git/config", &config(login))
            .file("/repo/vendor/x/a.txt", "")
            .file("/repo/mirror/x.git/HEAD", "ref: refs/heads/main\n")
            .file("/repo/mirror/x.git/config", &config(login));
        run_on(&machine, &rows.replace("WORD", word));
        let linked = machine.link("/repo/.git/modules/l", "/else/r").file("/else/r/config", &config(login));
        run_on(&linked, &"WORD grep -Rn github .\nallow grep -Rn nosuch .".replace("WORD", word));
    }
}

/// What cannot be listed hides nothing of what can.
#[test]
fn folders_that_cannot_be_listed() {
    let world = || {
        with_secrets()
            .file("/repo/.env", "PORT=80\nK=1\n")
            .file("/repo/aaa/secrets.yaml", "PORT: 80\n")
            .file("/repo/aaa/credentials.toml", "x = 1\n")
            .file("/repo/data/pg/x", "")
            .file("/repo/docs/pg/x", "")
    };
    let rows = r#"
        ask   rg --hidden -C 19 PORT
        ask   grep -rh . --include='*.yaml' .
        ask   grep -rh . --include='*.toml' .
        ask   rg -g '*.yaml' .
        ask   grep -rh . .
        allow grep -rh . --include='*.md' .
        allow grep -rh . --include='*.{rs,py}' .
        allow rg -t rust .
        allow grep -rn foo .
    "#;
    let handed_over = "
        ask   find . -name '*.yaml' -exec cat {} +
        allow find . -name '*.py' -exec cat {} +
        allow find . -name '*.py' -not -path '*/node_modules/*' | xargs cat
    ";
    for machine in [world(), world().closed("/repo/data/pg").closed("/repo/docs/pg")] {
        run_on(&machine, rows);
        run_on(&machine, handed_over);
    }
    run_on(&world().crowded("/repo/data/pg").crowded("/repo/docs/pg"), rows);
    // Nothing can be read there.
    let closed = "
        allow grep -rh . docs
        allow grep -rh . --include='*.yaml' docs
        allow find docs -name '*.yaml' -exec cat {} +
        deny  chmod 755 docs/pg && grep -rh . docs
    ";
    run_on(&world().closed("/repo/docs/pg"), closed);
    // What lies there is not known.
    let crowded = r"
        deny  grep -rh . docs
        deny  grep -rh . --include='*.yaml' docs
        deny  grep -rh . --include='prod*.json' docs
        deny  grep -rh . --include='*rc' docs
        deny  grep -rh . --include='*.p12' docs
        deny  grep -rn -C 9 foo docs
        deny  find docs -name '*.yaml' -exec grep . {} +
        deny  find docs -path 'docs/pg/*' -exec grep . {} +
        deny  find docs -path 'docs/pg/*' -name '*.json' -exec grep . {} +
        deny  find docs -type f | grep pg | xargs grep .
        deny  rg -t java . docs
        allow grep -rh . --include='*.md' docs
        allow rg -t py . docs
        allow rg -g '*.rs' . docs
        allow grep -rn foo docs
    ";
    run_on(&world().crowded("/repo/docs/pg"), crowded);
}

/// Linters that print what they were given.
#[test]
fn patterns_of_linters() {
    run_on(
        &machine().file("/repo/conf/secrets.yaml", "K: 1\n").file("/repo/docs/guide.md", ""),
        r"
        ask   eslint -f json '**/*.yaml'
        ask   eslint -f json 'conf/*.yaml'
        ask   eslint -f json '**/*'
        ask   eslint --ext .yaml -f json .
        ask   djlint conf -e yaml --check
        ask   markdownlint 'conf/*.yaml'
        ask   markdownlint 'conf/**'
        ask   typos --identifiers .
        ask   typos --words conf
        ask   codespell -D d.txt -C 99 conf
        allow eslint -f json src
        allow eslint 'src/**/*.ts'
        allow eslint -f json 'src/**/*.ts'
        allow eslint --ext .ts,.tsx src
        allow djlint docs -e html --check
        allow markdownlint '**/*.md'
        allow typos
        allow typos --diff src
        allow codespell docs
        ",
    );
}

fn with(names: &[&str]) -> Fake {
    names.iter().fold(machine(), |machine, name| machine.file(&format!("/repo/{name}"), "K=1\n"))
}

/// Types take files by their endings, and secrets may end so.
#[test]
fn types_that_secrets_may_be_of() {
    run_on(
        &with(&["at/keystore.properties", "at/Dockerfile.env", "at/.env.php", "at/.env.js", "at/.env.ts"]),
        "
        ask   rg -t java . at
        ask   ag --java . at
        ask   rg -t docker . at
        ask   rg -uu -t php . at
        ask   rg -uu -t js . at
        ask   ag -u --js . at
        ask   rg -uu -t ts . at
        ask   rg -t nosuch . at
        allow rg -uu -t rust . at
        allow rg -uu -t py . at
        allow rg -uu -t make . at
        ",
    );
    run_on(
        &with(&["at/.env", "at/server.key"]),
        "
        ask   rg -uu . at
        allow rg -uu -t py . at
        allow rg -uu -t java . at
        allow rg -uu -t docker . at
        allow ag -u --js . at
        ",
    );
}

#[test]
fn files_of_rules_that_are_named() {
    run_on(
        &with(&[".env"]).file("/repo/x.ign", "!.env\n"),
        "
        ask   rg --ignore-file x.ign .
        ask   rg --ignore-file=x.ign -C 9 K=1
        ask   rg --ignore-file-case-insensitive .
        allow rg --ignore-file x.ign TODO
        allow rg --ignore-file x.ign . src
        ",
    );
}

/// Programs that look at several lines at once show all that a match goes over.
#[test]
fn matches_over_the_ends_of_lines() {
    run_on(
        &with(&["at/server.key"]).file("/repo/at/server.key", "PORT=80\nK=1\n"),
        r"
        ask   ag 'PORT[\x00-\x7f]*' at
        ask   ag 'PORT([[:space:]]|.)*' at
        ask   ag 'PORT[\t-~]*' at
        ask   ag 'PORT[[:cntrl:]]*' at
        ask   ag 'PORT[!-~ -]*' at
        ask   ag 'PORT\s\s\s' at
        ask   ag 'PORT[^x][^x][^x]' at
        ask   ugrep -r 'PORT(.|\n)*' at
        ask   ugrep -r 'PORT[^x]*\n.*' at
        ask   ag -f . at
        ask   ag -uf . at
        allow ag 'fn [a-z_]+\(' at
        allow ag 'PORT[0-9]+' at
        allow ag 'PORT[A-Za-z0-9_.-]*' at
        allow ag 'PORT\s' at
        allow ag 'nosuch\s\s\s' at
        allow ag '\bfoo\b.*bar' at
        allow ag -Q 'arr[i+1]' at
        allow ag -f foo at
        allow ack -f
        allow ag -l . at
        allow ugrep -r 'foo.*bar' at
        ",
    );
}

/// Letters that are the same where case is folded.
#[test]
fn letters_that_fold_to_others() {
    run_on(
        &with(&["at/server.key"]).file("/repo/at/server.key", "NODE_STRIPE=80\nK=1\n"),
        "
        ask   rg -uu -i 'pa\u{17f}\u{17f}word' at
        ask   rg -uu -i '\u{17f}ecret' at
        ask   grep -ri 'ap\u{131}_\u{212a}ey' at
        ask   rg -uu -i -C 19 'node_\u{17f}TRIPE' at
        ask   rg -uu --iglob '\u{17f}erver.key' . at
        allow grep -ri 'kapal\u{131}' at
        allow rg -uu -i -C 19 'node_\u{17f}TRICT' at
        ",
    );
}

/// What a rule leaves out under one name is shown under another.
#[test]
fn rules_and_links() {
    let world = |rule: &str| {
        machine()
            .file("/repo/.git/objects/x", "")
            .file("/repo/.git/refs/x", "")
            .file("/repo/.gitignore", &format!(".env\n{rule}\n"))
            .file("/repo/certs/server.key", "PORT=80\n")
            .link("/repo/sub/c", "../certs")
    };
    run_on(&world("/certs/*.key"), "ask rg -L .\nask rg -L --hidden -C 9 PORT\nallow rg .\nallow rg -L TODO");
    run_on(&world("*.key"), "allow rg .\nallow rg -L TODO");
    // Git follows no link in the place of its rules, others do.
    let linked = |file: &str| {
        let machine = machine()
            .file("/repo/.git/objects/x", "")
            .file("/repo/.git/refs/x", "")
            .file("/repo/.env", "K=1\n");
        let machine = machine.file(&format!("/repo/{file}"), ".env\n");
        if file == ".gitignore" { machine } else { machine.link("/repo/.gitignore", file) }
    };
    for (file, word) in [(".gitignore", "allow"), ("ign.txt", "ask")] {
        let rows = "
            WORD  git grep --untracked -h .
            WORD  git ls-files -o --exclude-standard | xargs cat
            allow git grep --untracked -h foo
            allow rg --hidden .
        ";
        run_on(&linked(file), &rows.replace("WORD", word));
    }
}
