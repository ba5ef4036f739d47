//! The rows. For one call the first that holds is printed, so the closest stands first.
//!
//! Few and good: a row names something that serves the same end, or shows what the stopped command would have
//! changed. Where nothing does, there is no row.

use super::Way;

const fn way(programs: &'static str, calls: &'static str, says: &'static str) -> Way {
    Way { programs, calls, rule: "", says }
}

const fn under(rule: &'static str, programs: &'static str, calls: &'static str, says: &'static str) -> Way {
    Way { programs, calls, rule, says }
}

/// By program; see the module.
pub const WAYS: &[Way] = &[
    // Uncommitted work and history.
    way("git", "restore --staged|restore -S", "`{run} diff --cached {operands}` shows what is staged"),
    way("git", "checkout|switch|restore", "`{run} diff {operands}` shows the difference and changes no file"),
    way(
        "git",
        "reset --hard",
        "`{run} diff HEAD` shows what would be lost, `{run} commit -am MESSAGE` keeps it",
    ),
    way("git", "clean", "`{run} clean -n {without -f --force}` only lists what would be removed"),
    way("git", "clean -f|clean --force", "`{run} clean -n` only lists what would be removed"),
    way(
        "git",
        "clean -x|clean -X",
        "`{run} status --short --ignored` lists files that are not tracked or ignored",
    ),
    way("git", "clean", "`{run} status --short` lists files that are not tracked"),
    way(
        "git",
        "rebase --abort|rebase --continue|rebase --skip|rebase --quit",
        "`{run} status` says where it stands",
    ),
    way("git", "rebase", "`{run} log --oneline {first}..HEAD` lists the commits that would be rewritten"),
    way("git", "merge --abort|merge --continue|merge --quit", "`{run} status` says where it stands"),
    way("git", "merge", "`{run} log --oneline HEAD..{first}` lists the commits that would come in"),
    way("git", "cherry-pick|revert", "`{run} show {first}` shows the change"),
    way("git", "am", "`{run} apply --stat {operands}` shows what the patch is about"),
    way("git", "apply", "`{run} apply --check {operands}` tries it and changes no file"),
    way(
        "git",
        "stash pop|stash apply|stash drop",
        "`{run} stash show -p {first}` shows what is stashed there",
    ),
    way("git", "stash pop|stash apply|stash drop", "`{run} stash show -p` shows what is stashed"),
    way(
        "git",
        "stash drop|stash clear|stash branch|stash create|stash store",
        "`{run} stash list` lists what is stashed",
    ),
    way("git", "stash", "`{run} diff` shows the work, `{run} commit -am MESSAGE` keeps it"),
    way(
        "git",
        "branch -d|branch -D|branch --delete",
        "`{run} log --oneline HEAD..{first}` lists the commits that only it may have",
    ),
    way("git", "rm", "`{run} rm -n {all}` says what it would remove"),
    way("git", "mv", "`{run} mv -n {all}` says what it would move"),
    under("git_commit_amend", "git", "commit", "`{run} commit --fixup HEAD` adds it as a commit of its own"),
    under("git_commit_no_verify", "git", "commit", "`{run} commit {without -n --no-verify}` runs the hooks"),
    under("git_commit", "git", "commit", "`{run} commit {without -e --edit} -m MESSAGE` needs no editor"),
    under("git_commit", "git", "commit", "`{run} commit -m MESSAGE` needs no editor"),
    way(
        "git",
        "config set|config --add|config --replace-all|config",
        "`{run} config --get {first}` shows the value",
    ),
    way("git", "push", "ask the human to push it, or whether it may go to a new branch"),
    // Packages: what is there already.
    way(
        "npm",
        "install|i|in|add|ci|uninstall|remove|rm|un|update|up|outdated",
        "`{run} ls {operands}` shows what is installed",
    ),
    // Behind the package stand names of fields.
    way("npm", "view|info|show", "`{run} ls {first}` shows what is installed"),
    way(
        "npm",
        "install|i|ci|uninstall|update|up|dedupe|prune|audit|outdated",
        "`{run} ls` shows what is installed",
    ),
    way("npx", "", "`npm ls {first}` says whether it is installed"),
    way(
        "pnpm",
        "install|i|add|remove|rm|update|up|outdated|audit",
        "`{run} list {operands}` shows what is installed",
    ),
    way("pnpm", "view|info|show", "`{run} list {first}` shows what is installed"),
    way("pnpm", "install|i|update|up|outdated|audit", "`{run} list` shows what is installed"),
    way(
        "yarn",
        "add|remove|upgrade|up|info",
        "`{run} why {first}` says whether it is installed, and for whom",
    ),
    way("bun", "install|i|add|a|remove|rm|update|outdated", "`{run} pm ls` lists what is installed"),
    way("pip pip3", "install -r|install -e|install -U", "`{run} list` lists what is installed"),
    way("pip pip3", "install|uninstall|download", "`{run} show {operands}` says whether it is installed"),
    way("pip pip3", "install|uninstall", "`{run} list` lists what is installed"),
    way("uv", "add|remove|sync|lock", "`{run} tree` shows what is depended on"),
    way("uv", "pip install|pip uninstall|pip sync", "`{run} pip list` lists what is installed"),
    way("poetry", "install|add|remove|update|lock|sync", "`{run} show` lists what is depended on"),
    way(
        "cargo",
        "add|remove|rm|update|fetch|upgrade|outdated|info|search",
        "`{run} tree` shows what is depended on",
    ),
    way(
        "go",
        "get|mod tidy|mod download|mod vendor",
        "`{run} list -m all` lists the modules, `{run} mod verify` checks them",
    ),
    way("bundle", "install|update|add|remove|outdated", "`{run} list` lists what is installed"),
    way("gem", "install|uninstall|update|i", "`{run} list` lists what is installed"),
    way("composer", "install|require|update|remove|outdated", "`{run} show` lists what is installed"),
    way("dotnet", "add|remove|restore", "`{run} list package` lists what is depended on"),
    way("mix", "deps.get|deps.update|deps.unlock", "`{run} deps` lists what is depended on"),
    way("yarn", "install", "`ls node_modules` lists what is installed"),
    way("python python3", "pip install -r", "`{run} pip list` lists what is installed"),
    way(
        "python python3",
        "pip install|pip uninstall",
        "`{run} pip show {operands}` says whether it is installed",
    ),
    way("pipx", "install|run|upgrade", "`{run} list` lists what is installed"),
    way("uvx", "", "`uv tool list` lists what is installed"),
    way("pdm", "install|add|remove|update|sync|lock", "`{run} list` lists what is installed"),
    way("conda mamba", "install|update|remove", "`{run} list` lists what is installed"),
    way("mise", "install|use|upgrade", "`{run} ls` lists what is installed"),
    way("rustup", "", "`rustup show` lists what is installed"),
    way(
        "swift",
        "package update|package resolve",
        "`{run} package show-dependencies` shows what is depended on",
    ),
    // Settings and tasks.
    way("npm", "config set|config delete", "`{run} config get {first}` shows the value"),
    way("go", "env -w|env -u", "`{run} env` shows the values"),
    under("unknown_task", "npm pnpm", "", "`{run} run` lists the tasks"),
    under("unknown_task", "just task", "", "`{run} --list` lists the tasks"),
    under("unknown_task", "mise", "", "`{run} tasks` lists the tasks"),
    // What runs on.
    way("npm pnpm yarn bun", "run test:watch|test:watch", "`{run} run test` ends by itself"),
    under("lasting", "turbo", "run dev|dev", "`{run} run build` ends by itself"),
    under("lasting", "nx", "serve", "`{run} build {operands}` ends by itself"),
    under("lasting", "gradle", "bootRun|run", "`{run} build` ends by itself"),
    way("setsid", "", "`{all}` runs in the foreground"),
    under(
        "lasting",
        "npm pnpm yarn bun",
        "run dev|run start|run serve|run watch|start|dev|serve",
        "`{run} run build` ends by itself",
    ),
    under("lasting", "vite next astro nuxt", "", "`{run} build` ends by itself"),
    way("vitest", "watch|dev", "`{run} run {operands}` runs once"),
    way("vitest", "watch|dev", "`{run} run` runs once"),
    way("tsc", "-w|--watch", "`{run} {without -w --watch}` runs once"),
    way("tsc", "-w|--watch", "`{run} --noEmit` runs once"),
    under(
        "lasting",
        "*",
        "-w|--watch|--watchAll|--follow",
        "`{run} {without -w --watch --watchAll --follow}` ends by itself",
    ),
    way("watch", "", "`{all}` runs once"),
    way("top htop btop atop", "", "`top -b -n 1` shows it once"),
    under(
        "lasting",
        "tail gtail journalctl docker podman kubectl oc",
        "-f|-F",
        "`{run} {without -f -F --follow}` shows it once",
    ),
    under("lasting", "mkdocs", "serve", "`{run} build` ends by itself"),
    // Services.
    way(
        "gh",
        "pr merge|pr close|pr reopen|pr edit|pr ready|pr comment|pr review",
        "`{run} pr view {first}` shows it",
    ),
    way(
        "gh",
        "issue close|issue reopen|issue edit|issue comment|issue delete",
        "`{run} issue view {first}` shows it",
    ),
    way("kubectl oc", "delete|scale|edit|patch|label|annotate", "`{run} get {operands}` shows how it stands"),
    way(
        "systemctl",
        "start|stop|restart|reload|enable|disable|mask|unmask",
        "`{run} status {operands}` shows how it stands",
    ),
    way("aws", "s3 rm|s3 mv|s3 cp|s3 sync", "`{run} s3 ls {first}` lists what is there"),
    under("database", "sqlite3", "", "`{run} -safe {first} .schema` shows the tables"),
    way(
        "apt apt-get",
        "install|remove|purge|upgrade|update|autoremove",
        "`apt list --installed` lists what is installed",
    ),
    way("brew", "install|uninstall|upgrade|update|reinstall|remove", "`{run} list` lists what is installed"),
    // Files.
    way("find gfind", "-delete", "`{run} {before -delete}` lists what would be removed"),
    way("find gfind", "-exec", "`{run} {before -exec}` lists what is found"),
    way("find gfind", "-execdir", "`{run} {before -execdir}` lists what is found"),
    way("find gfind", "-ok", "`{run} {before -ok}` lists what is found"),
    under("delete", "mv gmv", "", "`cp -R {operands}` keeps the original"),
    under("unknown_members", "tar gtar bsdtar", "", "`{run} {list}` lists what is in it"),
    under("unknown_members", "7z 7za 7zr", "x|e", "`{run} l {operands}` lists what is in it"),
    way("unzip", "", "`{run} -l {first}` lists what is in it"),
    way("patch gpatch", "-i", "`{run} --dry-run {all}` tries it and changes no file"),
    way("patch gpatch", "", "`git apply --check FILE` tries a patch and changes no file"),
    // The machine.
    way("sudo doas", "", "`{all}` may run without it"),
    way("pkill killall", "", "`pgrep -l {first}` shows which they are"),
    way("kill", "", "`ps -p {first}` shows what it is"),
    way("date gdate", "", "`{run}` shows the time"),
    way("hostname", "", "`{run}` shows the name"),
    way("mount umount", "", "`mount` lists what is mounted"),
    way("source .", "", "`{run} ./{first}` names the file"),
    way("ps", "", "`ps -ef` shows processes without their environment"),
    under("print_environment", "* !docker !podman", "", "`printenv NAME` shows one variable"),
    // Places.
    under(
        "write_outside_repo",
        "* !rm !rmdir !unlink !mv",
        "",
        "a path inside the repository may be written",
    ),
    under("changed_before", "*", "", "in a call of its own, what was written can be read first"),
    under(
        "interactive",
        "vi vim nvim nano pico emacs ed ex joe micro helix hx kak code cursor subl",
        "",
        "the host's own tools read and change files",
    ),
];
