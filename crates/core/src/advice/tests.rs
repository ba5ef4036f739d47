//! What is printed for a call, row by row; and that nothing is printed which the judge did not allow.

use super::*;
use crate::call::{ShellCall, Tool, ToolCall};
use crate::effect::program::examples::{machine, session};
use crate::json::Json;
use crate::policy::Policy;
use crate::verdict::Verdict;
use crate::world::fake::Fake;
use alloc::format;

/// `command → what is printed`; `–` for nothing.
const ROWS: &str = r#"
    git checkout .                        → `git diff .` shows the difference and changes no file
    git checkout -- src/main.rs           → `git diff src/main.rs` shows the difference and changes no file
    git checkout -- .env                  → `git branch --list`
    git switch main                       → `git diff main` shows the difference and changes no file
    git restore 'a b'                     → `git diff 'a b'` shows the difference and changes no file
    git restore --staged README.md        → `git diff --cached README.md` shows what is staged
    git reset HEAD README.md              → `git diff --cached`
    git reset --hard HEAD~1               → `git diff HEAD` shows what would be lost, `git commit -am MESSAGE` keeps it
    git reset                             → `git diff --cached`
    git clean -fd                         → `git clean -n -d` only lists what would be removed
    git clean -f                          → `git clean -n` only lists what would be removed
    git clean -i                          → `git status --short` lists files that are not tracked
    git clean -xi                         → `git status --short --ignored` lists files that are not tracked or ignored
    git rebase --abort                    → `git status` says where it stands
    git rebase -i HEAD~3                  → `git log --oneline 'HEAD~3'..HEAD` lists the commits that would be rewritten
    git merge --abort                     → `git status` says where it stands
    git merge feature                     → `git log --oneline HEAD..feature` lists the commits that would come in
    git cherry-pick abc                   → `git show abc` shows the change
    git am x.patch                        → `git apply --stat x.patch` shows what the patch is about
    git apply x.patch                     → `git apply --check x.patch` tries it and changes no file
    git stash                             → `git diff` shows the work, `git commit -am MESSAGE` keeps it
    git stash pop                         → `git stash show -p` shows what is stashed
    git stash drop stash@{1}              → `git stash show -p 'stash@{1}'` shows what is stashed there
    git stash clear                       → `git stash list` lists what is stashed
    git branch -D old                     → `git log --oneline HEAD..old` lists the commits that only it may have
    git branch -m old new                 → `git branch --list`
    git rm -r src                         → `git rm -n -r src` says what it would remove
    git mv src lib                        → `git mv -n src lib` says what it would move
    git commit --amend --no-edit          → `git commit --fixup HEAD` adds it as a commit of its own
    git commit -m 'a b' --no-verify       → `git commit -m 'a b'` runs the hooks
    git commit -nF - < README.md          → `git commit -F -` runs the hooks
    git commit -anm x                     → `git commit -am x` runs the hooks
    git commit -a                         → `git commit -a -m MESSAGE` needs no editor
    git commit                            → `git commit -m MESSAGE` needs no editor
    git config user.name x                → `git config --get user.name` shows the value
    git push --force                      → ask the human to push it, or whether it may go to a new branch
    git -C src push                       → ask the human to push it, or whether it may go to a new branch
    git -c core.pager=./x push            → ask the human to push it, or whether it may go to a new branch
    git clone https://x.example/y         → –
    npm i left-pad                        → `npm ls left-pad` shows what is installed
    npm --prefix web ci                   → `npm --prefix web ls` shows what is installed
    npm view react version                → `npm ls react` shows what is installed
    npm outdated react                    → `npm ls react` shows what is installed
    pnpm view react version               → `pnpm list react` shows what is installed
    npx cowsay                            → `npm ls cowsay` says whether it is installed
    pnpm add left-pad                     → `pnpm list left-pad` shows what is installed
    pnpm install                          → `pnpm list` shows what is installed
    yarn add x                            → `yarn why x` says whether it is installed, and for whom
    yarn install                          → `ls node_modules` lists what is installed
    bun add x                             → `bun pm ls` lists what is installed
    pip install requests                  → `pip show requests` says whether it is installed
    pip install -r requirements.txt       → `pip list` lists what is installed
    pip install 'a`b`'                    → `pip list` lists what is installed
    python3 -m pip install x              → `python3 -m pip show x` says whether it is installed
    python3 -m pip install -r x.txt       → `python3 -m pip list` lists what is installed
    pipx install x                        → `pipx list` lists what is installed
    uvx ruff                              → `uv tool list` lists what is installed
    uv add x                              → `uv tree` shows what is depended on
    uv pip install x                      → `uv pip list` lists what is installed
    poetry add x                          → `poetry show` lists what is depended on
    pdm add x                             → `pdm list` lists what is installed
    conda install x                       → `conda list` lists what is installed
    mise use node@20                      → `mise ls` lists what is installed
    rustup default nightly                → `rustup show` lists what is installed
    cargo add serde                       → `cargo tree` shows what is depended on
    go mod tidy                           → `go list -m all` lists the modules, `go mod verify` checks them
    bundle install                        → `bundle list` lists what is installed
    gem install x                         → `gem list` lists what is installed
    composer require x/y                  → `composer show` lists what is installed
    dotnet add package X                  → `dotnet list package` lists what is depended on
    mix deps.get                          → `mix deps` lists what is depended on
    swift package update                  → `swift package show-dependencies` shows what is depended on
    npm config set registry http://x      → `npm config get registry` shows the value
    go env -w GOFLAGS=-x                  → `go env` shows the values
    npm run generate                      → `npm run` lists the tasks
    just generate                         → `just --list` lists the tasks
    mise run generate                     → `mise tasks` lists the tasks
    npm run dev                           → `npm run build` ends by itself
    npm run test:watch                    → `npm run test` ends by itself
    turbo run dev                         → `turbo run build` ends by itself
    nx serve app                          → `nx build app` ends by itself
    gradle bootRun                        → `gradle build` ends by itself
    vite                                  → `vite build` ends by itself
    vitest watch                          → `vitest run` runs once
    vitest watch src                      → `vitest run src` runs once
    tsc -w -p .                           → `tsc -p .` runs once
    tsc -w                                → `tsc --noEmit` runs once
    jest --watch src                      → `jest src` ends by itself
    webpack -w --mode production          → `webpack --mode production` ends by itself
    eslint --watch src                    → `eslint src` ends by itself
    setsid ls -l                          → `ls -l` runs in the foreground
    watch ls                              → `ls` runs once
    watch rm README.md                    → –
    htop                                  → `top -b -n 1` shows it once
    tail -n 5 -f README.md                → `tail -n 5 README.md` shows it once
    docker logs -f web                    → `docker logs web` shows it once
    kubectl logs -f web                   → `kubectl logs web` shows it once
    mkdocs serve                          → `mkdocs build` ends by itself
    gh pr merge 12 --squash               → `gh pr view 12` shows it
    gh issue close 3                      → `gh issue view 3` shows it
    kubectl delete pod web                → `kubectl get pod web` shows how it stands
    kubectl delete secret web             → `kubectl get pods` and its like read
    systemctl restart nginx               → `systemctl status nginx` shows how it stands
    aws s3 rm s3://x                      → `aws s3 ls s3://x` lists what is there
    sqlite3 a.db 'drop table x'           → `sqlite3 -safe a.db .schema` shows the tables
    apt-get install x                     → `apt list --installed` lists what is installed
    brew install jq                       → `brew list` lists what is installed
    docker inspect web                    → `docker inspect -f '{{.State.Status}}' NAME` shows one field
    find . -name '*.o' -delete            → `find . -name '*.o'` lists what would be removed
    find src -name '*.o' -exec rm {} +    → `find src -name '*.o'` lists what is found
    find src -execdir cat {} \;           → `find src` lists what is found
    find src -ok rm {} \;                 → `find src` lists what is found
    find / -delete                        → –
    mv src/main.rs src/lib.rs             → `cp -R src/main.rs src/lib.rs` keeps the original
    mv src/main.rs /etc/                  → –
    tar xzf a.tgz                         → `tar tzf a.tgz` lists what is in it
    tar -xf a.tar -C src                  → `tar -tf a.tar -C src` lists what is in it
    7z x a.7z                             → `7z l a.7z` lists what is in it
    unzip -o a.zip                        → `unzip -l a.zip` lists what is in it
    patch -p1 -i x.diff                   → `patch --dry-run -p1 -i x.diff` tries it and changes no file
    patch -p1 < x.diff                    → `git apply --check FILE` tries a patch and changes no file
    sudo ls -l                            → `ls -l` may run without it
    sudo cat .env                         → –
    sudo curl x                           → –
    sudo rm -rf /                         → –
    pkill node                            → `pgrep -l node` shows which they are
    kill -9 123                           → `ps -p 123` shows what it is
    kill "$PID"                           → –
    date -s 2020-01-01                    → `date` shows the time
    hostname evil                         → `hostname` shows the name
    mount /dev/sda1 /mnt                  → `mount` lists what is mounted
    source hello.sh                       → `source ./hello.sh` names the file
    source evil.sh                        → a path with a slash names the file
    ps auxe                               → `ps -ef` shows processes without their environment
    env                                   → `printenv NAME` shows one variable
    export -p                             → `printenv NAME` shows one variable
    ls > /tmp/x                           → a path inside the repository may be written
    rm /tmp/x                             → –
    cp evil.sh test.sh && bash test.sh    → in a call of its own, what was written can be read first
    vim README.md                         → the host's own tools read and change files
    bash -c 'git push'                    → ask the human to push it, or whether it may go to a new branch
    npm run deploy                        → –
    rm -rf src                            → –
    cat .env                              → –
    curl https://x.example                → –
"#;

fn verdict(machine: &Fake, policy: &Policy, command: &str) -> Verdict {
    let call = ToolCall {
        name: "Bash".into(),
        tool: Tool::Shell(ShellCall { command: command.into(), ..ShellCall::default() }),
        cwd: "/repo".into(),
        mode: None,
        id: None,
        agent: None,
        input: Json::Null,
    };
    crate::frozen::decide(&call, &session(), policy, machine).verdict
}

#[test]
fn each_row_says_what_it_should() {
    let mut wrong: Vec<String> = Vec::new();
    for row in ROWS.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let (command, expected) = row.split_once(" → ").expect("`command → text`");
        let verdict = verdict(&machine(), &Policy::default(), command.trim());
        assert_ne!(verdict.decision(), Decision::Allow, "{command}");
        let printed = verdict.deciding().instead.clone().unwrap_or_else(|| "–".into());
        if printed != expected.trim() {
            wrong.push(format!("{}\n  expected {}\n  printed  {printed}", command.trim(), expected.trim()));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_way_is_shown_by_a_row() {
    let texts: Vec<&str> =
        ROWS.lines().filter_map(|row| row.split_once(" → ")).map(|(_, text)| text.trim()).collect();
    for says in ways::texts() {
        // What stands around the pieces that are filled in, in its order.
        let shown = |text: &str| {
            let mut rest = text;
            says.split(['{', '}']).step_by(2).all(|part| match rest.split_once(part) {
                Some((_, behind)) => {
                    rest = behind;
                    true
                }
                None => false,
            })
        };
        assert!(texts.iter().any(|text| shown(text)), "no row shows {says:?}");
    }
}
