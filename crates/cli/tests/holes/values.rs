//! Words of which a part is not known before the command runs.

use super::Hole;
use super::reads::printed;

/// The harm: a file is there that nobody was to make.
const fn made(
    needs: &'static str,
    setup: &'static str,
    harmful: &'static str,
    harmless: &'static str,
) -> Hole {
    Hole { needs, setup, at: "repo", harmful, harm: "test -e /home/user/harm", harmless }
}

pub const HOLES: &[Hole] = &[
    made(
        "find sed",
        "mkdir -p '.git/modules/x -e 1e y' y && echo x > '.git/modules/x -e 1e y/HEAD' && echo 'touch /home/user/harm' > y/HEAD",
        r"find . -type f -name HEAD -exec sh -c 'sed -n 1p $1' _ {} \;",
        r"find y -type f -name HEAD -exec sh -c 'sed -n 1p $1' _ {} \;",
    ),
    printed(
        "git",
        "mkdir -p ~/.ssh && echo CANARY > ~/.ssh/id_rsa && echo .ssh/id_rsa > w",
        r#"git diff --no-index /dev/null "$HOME/$(cat w)""#,
        "git diff --no-index /dev/null README.md || true",
    ),
    printed(
        "git",
        "echo CANARY > .env && git add -f .env && git commit -q -m x && echo .env > w",
        r#"git show --stat "HEAD:$(cat w)""#,
        "git show --stat HEAD:README.md",
    ),
    printed(
        "grep",
        r"echo CANARY > .env && printf '%s\n' -rhv > w",
        r#"grep "$(cat w)" zzzz"#,
        r#"grep -e "$(cat w)" README.md || true"#,
    ),
    printed(
        "git xargs grep",
        "echo CANARY > .env && git add -f .env && echo x > ./-rhv && git add -- -rhv && git commit -q -m x",
        "git ls-files | xargs grep zzzz",
        "git ls-files | xargs grep -l zzzz",
    ),
    made(
        "git",
        "echo --output=/home/user/harm > w",
        r#"git archive --prefix "$(cat w)" HEAD README.md"#,
        "git archive --prefix x/ HEAD README.md",
    ),
    Hole {
        needs: "git",
        setup: "git commit -q --allow-empty -m 2 && git commit -q --allow-empty -m 3 && echo te > w",
        at: "repo",
        harmful: r#"git reflog "dele$(cat w)" HEAD@{1}"#,
        harm: "test \"$(git reflog | wc -l)\" -lt 3",
        harmless: "git reflog -5",
    },
    made(
        "git",
        "git init -q /home/user/sub && git -C /home/user/sub -c user.name=n -c user.email=e@example.com commit -q --allow-empty -m x && git -c protocol.file.allow=always submodule --quiet add /home/user/sub sub && echo ch > w",
        r#"git submodule "forea$(cat w)" 'touch /home/user/harm'"#,
        "git submodule status",
    ),
    // The letters of `getopts` may be several words, and the second one is the variable that it sets.
    made(
        "bash",
        "mkdir a && printf '#!/bin/sh\\n/usr/bin/touch /home/user/harm\\n' > a/ls && chmod +x a/ls && echo 'a PATH -a' > w",
        r"x=$(cat w); getopts $x y; ls",
        r#"x=$(cat w); getopts "$x" y; ls"#,
    ),
    // A name to bash, and a pattern to zsh, which the host may run as well.
    Hole {
        needs: "zsh",
        setup: "echo CANARY > server.key",
        at: "repo",
        harmful: "cat server.ke##y",
        harm: "zsh -fc 'setopt extendedglob; cat server.ke##y' | grep -q CANARY",
        harmless: "cat README.md issue#12",
    },
];
