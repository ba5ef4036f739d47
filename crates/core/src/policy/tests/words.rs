//! An `allow` rule for a program that nobody described: its words are places that it may read and write.

use super::judged::call;
use super::*;
use crate::call::{ShellCall, Tool};
use crate::decide;
use crate::effect::program::examples::{machine, session};

const POLICY: &str = r#"
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
    # A described program with a flag that nobody described.
    ask    rg --frobnicate=/home/user/.ssh/id_rsa x
"#;

#[test]
fn words_of_what_nobody_described() {
    let policy = user(POLICY);
    let machine =
        machine().file("/repo/tools/gen.py", "import frob\nfrob.run()\n").file("/home/user/x/y", "");
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
