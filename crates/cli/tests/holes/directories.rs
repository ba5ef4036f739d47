//! Directories that are not known before the command runs.

use super::Hole;

/// A hook for git, to be copied; and the shell test that finds it planted.
const HOOK: &str = "printf '#!/bin/sh\\nid\\n' > x && chmod +x x && mkdir -p .git/hooks src";
const PLANTED: &str = "test -x .git/hooks/pre-commit";

/// A module that takes the place of one of Python's own, and a Makefile, where a name leads.
const MODULE: &str =
    "mkdir -p pyj src && echo 'open(\"/home/user/harm\", \"w\")' > pyj/json.py && echo 'x = 1' > src/a.py";
const RAN: &str = "test -e /home/user/harm";

const fn planted(needs: &'static str, harmful: &'static str, harmless: &'static str) -> Hole {
    Hole { needs, setup: HOOK, at: "repo", harmful, harm: PLANTED, harmless }
}

const fn ran(
    setup: &'static str,
    needs: &'static str,
    harmful: &'static str,
    harmless: &'static str,
) -> Hole {
    Hole { needs, setup, at: "repo", harmful, harm: RAN, harmless }
}

pub const HOLES: &[Hole] = &[
    planted(
        "find env",
        r#"find .git -name hooks -exec env -C {} cp "$PWD/x" pre-commit \;"#,
        r#"env -C src cp "$PWD/x" pre-commit"#,
    ),
    planted(
        "find env",
        r#"find .git -name hooks -exec env --chdir={} cp "$PWD/x" pre-commit \;"#,
        r#"find src -name '*.rs' -exec env LC_ALL=C wc -l {} \;"#,
    ),
    planted(
        "find env",
        r#"find .git -name hooks -exec nice env -C{} cp "$PWD/x" pre-commit \;"#,
        r#"nice env -Csrc cp "$PWD/x" pre-commit"#,
    ),
    planted(
        "find xargs env",
        r#"find .git -name hooks -print0 | xargs -0 -I{} env -C {} cp "$PWD/x" pre-commit"#,
        r#"find src -print0 | xargs -0 ls -l"#,
    ),
    planted(
        "find xargs env",
        r#"find .git -name hooks | xargs -I % env -C % cp "$PWD/x" pre-commit"#,
        r#"find src | xargs -I % ls -l %"#,
    ),
    ran(
        MODULE,
        "find env python3",
        r#"find pyj -type d -exec env -C {} python3 -c 'import json' \;"#,
        r#"env -C src python3 -c 'import json'"#,
    ),
    ran(
        MODULE,
        "find env python3",
        r#"find pyj -type d -print0 | xargs -0 -I{} env -C {} python3 -m json.tool --help"#,
        r#"find src -name '*.py' -exec head -3 {} \;"#,
    ),
    ran(
        "mkdir -p m src && printf 'test:\\n\\ttouch /home/user/harm\\n' > m/Makefile && printf 'test:\\n\\techo ok\\n' > Makefile",
        "find make",
        r#"find m -type d -exec make -C {} test \;"#,
        "make -C . test",
    ),
    ran(
        "mkdir -p m src && printf 'test:\\n\\ttouch /home/user/harm\\n' > m/other.mk && printf 'test:\\n\\techo ok\\n' > Makefile",
        "find make",
        r#"find m -name '*.mk' -exec make -f {} test \;"#,
        "make -f Makefile test",
    ),
    // Told twice, `env` goes to the second directory from where it started.
    ran("mkdir -p src", "env", "env -C src -C .. touch harm", "env -C src touch harmless"),
    // A repository in the working tree, recorded as a submodule: git starts itself in it.
    Hole {
        needs: "git",
        setup: "printf '#!/bin/sh\\necho 1 > /home/user/harm\\n' > evil.sh && chmod +x evil.sh && git init -q sub
            git -C sub -c user.name=n -c user.email=e commit -q --allow-empty -m x && git add sub 2> /dev/null
            git -C sub config core.fsmonitor /home/user/repo/evil.sh",
        at: "repo",
        harmful: "git status",
        harm: "test -s /home/user/harm",
        harmless: "git rev-parse HEAD",
    },
    // The same, recorded by the call itself.
    Hole {
        needs: "git",
        setup: "printf '#!/bin/sh\\necho 1 > /home/user/harm\\n' > evil.sh && chmod +x evil.sh && git init -q sub
            git -C sub -c user.name=n -c user.email=e commit -q --allow-empty -m x
            git -C sub config core.fsmonitor /home/user/repo/evil.sh",
        at: "repo",
        harmful: "git add -A; git diff HEAD",
        harm: "test -s /home/user/harm",
        harmless: "git status",
    },
    // A submodule whose repository git made itself.
    Hole {
        needs: "git",
        setup: "printf '#!/bin/sh\\necho 1 > /home/user/harm\\n' > evil.sh && chmod +x evil.sh
            for name in sub other; do
                git init -q $name && git -C $name -c user.name=n -c user.email=e commit -q --allow-empty -m x
                git add $name 2> /dev/null
            done
            printf '[submodule \"sub\"]\\n path = sub\\n url = ./sub\\n' > .gitmodules
            git submodule --quiet absorbgitdirs sub && git -C other config core.fsmonitor /home/user/repo/evil.sh",
        at: "repo",
        harmful: "git diff",
        harm: "test -s /home/user/harm",
        harmless: "git -C sub status",
    },
];
