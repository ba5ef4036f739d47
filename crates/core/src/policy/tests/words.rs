//! An `allow` rule for a program that nobody described: its words are places that it may read and write.

use super::judged::call;
use super::*;
use crate::call::{ShellCall, Tool};
use crate::decide;
use crate::effect::program::examples::{machine, session};

const POLICY: &str = r#"
    [floor]
    extra = ["infra"]

    [[rule]]
    name = "tracker"
    decision = "allow"
    program = ["bd", "frobctl"]
    operands = true
    flags = ["*"]
    input = true

    [[rule]]
    name = "said"
    decision = "allow"
    program = "said"
    args = ["/srv/data"]
    operands = true

    [[rule]]
    name = "generator"
    decision = "allow"
    program = "python3"
    args = ["tools/gen.py"]
    operands = true

    [[rule]]
    name = "plan"
    decision = "allow"
    program = "frob"
    args = ["-c", "tools/frob.toml", "plan"]

    [[rule]]
    name = "config"
    decision = "allow"
    program = "frob"
    flags = ["--config=tools/frob.toml"]

    [[rule]]
    name = "show"
    decision = "allow"
    program = "frob"
    args = ["show", ["logs", "job", "origin/main"]]

    [[rule]]
    name = "queue"
    decision = "allow"
    program = "php"
    args = ["artisan", "queue"]

    [[rule]]
    name = "built"
    decision = "allow"
    program = "rm"
    args = ["build"]

    [[rule]]
    name = "never"
    decision = "deny"
    program = "nope"
    args = ["tools/gen.py"]

    [[rule]]
    name = "search"
    decision = "allow"
    program = "rg"
    flags = ["*"]
    operands = true
"#;

const TABLE: &str = r#"
    # Words that are no paths, and places of the project.
    allow  bd list
    allow  bd list README.md
    allow  bd show bd-42 --json
    allow  bd create "Handle a missing .env in src/main.rs, see docs" -p 1 -t task
    allow  bd create "Fix: the build" --labels=area/ci,kind/bug
    allow  bd update bd-42 --status=in_progress --assignee=@me
    allow  bd sync origin/main
    allow  bd lint .
    allow  bd lint src tests/new/file.rs
    allow  bd open https://example.com/home/user/.ssh/id_rsa
    allow  bd open s3://bucket/key
    allow  bd list HEAD id_rsa server.pem
    allow  bd list 2>/dev/null
    allow  bd load -f /dev/stdin < README.md
    allow  cd src && bd list main.rs
    # Secrets, in every way that a word can name them.
    allow  bd create "see src/main.rs: it reads (or not) a/b, 50% done"
    ask    bd q "select readfile('/home/user/.ssh/id_rsa')"
    ask    bd q '{"a": "/home/user/.ssh/id_rsa"}'
    ask    bd q 'src=/home/user/.ssh/id_rsa,dst=/x z'
    ask    bd q 'file:/home/user/.ssh/id_rsa x'
    ask    bd q 'x /home/user/.ssh/id_rsa:ro'
    ask    bd q 'x .git/hooks/pre-commit'
    ask    bd q 'cat ./.env'
    ask    bd q 'x %2fhome%2fuser%2f.ssh%2fid_rsa'
    ask    bd list ~/.ssh/id_rsa
    ask    bd list /home/user/.ssh/id_rsa
    ask    bd list ../home/user/.ssh/id_rsa
    ask    bd list .env
    ask    bd list ./.env
    ask    bd list --file=/home/user/.ssh/id_rsa
    ask    bd list --file=~/.ssh/id_rsa
    ask    bd list --file='$HOME/.ssh/id_rsa'
    ask    bd list '~user/.ssh/id_rsa'
    ask    bd list --file /home/user/.ssh/id_rsa
    ask    bd list -f/home/user/.ssh/id_rsa
    ask    bd list -vf.env
    ask    bd list @/home/user/.ssh/id_rsa
    ask    bd list key=@.env
    ask    bd list key=.env
    ask    bd list a,.env
    ask    bd list src:/home/user/.ssh/id_rsa
    ask    bd list file:///home/user/.ssh/id_rsa
    ask    bd list file:/home/user/.ssh/id_rsa
    ask    bd list file:///home/user/%2essh/id_rsa
    ask    bd list git+file:///home/user/.ssh/id_rsa
    ask    bd list sqlite:////home/user/.ssh/id_rsa
    ask    bd list '{"path":"/home/user/.ssh/id_rsa"}'
    ask    bd list '[/home/user/.ssh/id_rsa]'
    ask    bd list 'read(/home/user/.ssh/id_rsa)'
    ask    bd exec "cat /home/user/.ssh/id_rsa"
    ask    cd ~/.ssh && bd list id_rsa
    ask    cd ~/.ssh && bd list
    ask    bd list 'a|.env'
    ask    bd list 'x>.env'
    ask    bd list '[.env]'
    ask    bd list 'a+.env'
    ask    bd list 'x#.env'
    ask    bd list -abcdefgh.env
    allow  bd list -abcdefgh.txt
    allow  bd list 'a|b' 'c++'
    ask    bd list ~
    ask    bd list /
    # The floor and the scope.
    ask    bd init .github/workflows/x.yml
    ask    bd init --dir=.claude
    ask    bd export -o .git/hooks/pre-commit
    ask    bd export -o /etc/x
    ask    bd export -o../x
    ask    bd export ~/x
    ask    bd export --to=~/x
    ask    bd export .git
    ask    cd .git/hooks && bd pre-commit
    ask    cd .git/hooks && bd -o pre-commit x
    ask    cd .github/workflows && bd list
    allow  cd src && bd -o pre-commit x
    # Plain words that would be files of the floor once they are made.
    ask    bd Jenkinsfile
    ask    bd export Jenkinsfile.release
    ask    bd export -o Procfile
    ask    bd export --to=procfile
    ask    bd export -oJenkinsfile
    ask    bd export azure-pipelines.yml
    ask    bd export mcp.json
    ask    cd src && bd export rust-toolchain.toml
    ask    bd export infra
    allow  bd export pipelines.yml
    allow  bd export profile
    allow  bd create "Rewrite the Jenkinsfile" -t task
    allow  bd search secret
    allow  bd export infrastructure
    # Words that are not known, and what it is given.
    ask    bd list "$X"
    ask    bd list $(cat README.md)
    ask    xargs bd list < README.md
    ask    find . -name x -exec bd list {} \;
    ask    find . -exec bd list {} +
    ask    bd list ~/.ssh/*
    ask    bd list < ~/.ssh/id_rsa
    ask    cat .env | bd load
    ask    bd list > .git/config
    ask    cd "$X" && bd list name
    # What the rule itself says is the user's word about the scope, and about nothing else.
    allow  said /srv/data
    ask    said /srv/data /srv/other
    ask    said /srv/data ~/.ssh/id_rsa
    allow  python3 tools/gen.py src/main.rs
    ask    python3 tools/gen.py ~/.ssh/id_rsa
    # A relative path in a rule is the file at the root, wherever the command runs.
    allow  cd src/.. && python3 tools/gen.py
    allow  cd src && cd .. && python3 tools/gen.py
    allow  cd /repo && python3 tools/gen.py
    allow  cd link-root && python3 tools/gen.py
    allow  (cd src && ls) && python3 tools/gen.py
    ask    cd src && python3 tools/gen.py
    ask    cd /srv/other && python3 tools/gen.py
    ask    cd /srv/none && python3 tools/gen.py
    ask    env -C src python3 tools/gen.py
    ask    cd src; python3 tools/gen.py
    ask    cd "$X"; python3 tools/gen.py
    ask    cd $(cat README.md) && python3 tools/gen.py
    ask    find . -type d -exec env -C {} python3 tools/gen.py \;
    allow  frob -c tools/frob.toml plan
    allow  cd src/.. && frob -c tools/frob.toml plan
    ask    cd src && frob -c tools/frob.toml plan
    ask    cd /srv/other && frob -c tools/frob.toml plan
    allow  frob --config=tools/frob.toml
    ask    cd src && frob --config=tools/frob.toml
    ask    cd /srv/other && frob --config=tools/frob.toml
    allow  php artisan queue
    ask    cd src && php artisan queue
    ask    cd /srv/none && php artisan queue
    # Plain orders are no files, unless there is one of that name.
    allow  cd src && frob show logs
    allow  cd /srv/other && frob show origin/main
    ask    cd /srv/other && frob show job
    allow  rm build
    ask    cd src && rm build
    # Rules that stop hold everywhere.
    deny   nope tools/gen.py
    deny   cd /srv/other && nope tools/gen.py
    deny   cd "$X"; nope tools/gen.py
    # A described program with a flag that nobody described.
    ask    rg --frobnicate=/home/user/.ssh/id_rsa x
"#;

#[test]
fn words_of_what_nobody_described() {
    let policy = user(POLICY);
    let code = "import frob\nfrob.run()\n";
    let machine = machine()
        .file("/repo/tools/gen.py", code)
        .file("/repo/src/tools/gen.py", code)
        .file("/srv/other/tools/gen.py", code)
        .file("/srv/other/tools/frob.toml", "")
        .file("/srv/other/job", "")
        .file("/srv/none/x", "")
        .file("/repo/tools/frob.toml", "")
        .file("/repo/artisan", "<?php run();")
        .file("/repo/src/logs/x", "")
        .link("/repo/link-root", "/repo")
        .file("/home/user/x/y", "");
    let mut wrong = Vec::new();
    for row in TABLE.lines().map(str::trim).filter(|row| !row.is_empty() && !row.starts_with('#')) {
        let (expected, command) = row.split_once(' ').unwrap();
        let tool = Tool::Shell(ShellCall { command: command.trim().into(), ..ShellCall::default() });
        let verdict = decide(&call(tool), &session(), &policy, &machine).verdict;
        if verdict.decision().word() != expected {
            wrong.push(alloc::format!("{row}: {} {}", verdict.rule(), verdict.deciding().message));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
