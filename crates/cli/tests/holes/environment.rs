//! Environments that were cleared or set, observers, and words that never reach the program they stand behind.

use super::Hole;

pub const HOLES: &[Hole] = &[
    // An observer prints what an allowed program reads.
    Hole {
        needs: "strace git",
        setup: "printf '[user]\\n\\tsigningkey = CANARY\\n' > ~/.gitconfig",
        at: "repo",
        harmful: "strace -f -s 9999 git status",
        harm: "grep -q CANARY /out",
        harmless: "strace -f -s 9999 ls",
    },
    Hole {
        needs: "strace npm",
        setup: "echo '//registry.npmjs.org/:_authToken=CANARY' > ~/.npmrc; echo '{}' > package.json",
        at: "repo",
        harmful: "strace -f -s 9999 npm ls",
        harm: "grep -q CANARY /out",
        harmless: "npm ls",
    },
    // It may stand anywhere among what starts the program.
    Hole {
        needs: "strace git",
        setup: "printf '[user]\\n\\tsigningkey = CANARY\\n' > ~/.gitconfig",
        at: "repo",
        harmful: "timeout 20 strace -f -s 9999 bash -c 'ls && git status'",
        harm: "grep -q CANARY /out",
        harmless: "strace -c git status",
    },
    // A log for debugging prints what a client sends.
    Hole {
        needs: "gh",
        setup: "true",
        at: "repo",
        harmful: "DEBUG=api gh pr list",
        harm: "grep -qi authorization /out",
        harmless: "gh pr list",
    },
    // A runner puts a folder of the project in front of `PATH`: the shell of its tasks is looked for there,
    Hole {
        needs: "npm",
        setup: r#"mkdir -p node_modules/.bin src; printf '#!/bin/sh\ntouch /harm\n' > node_modules/.bin/sh
            chmod +x node_modules/.bin/sh; echo '{"name":"x","version":"1.0.0","scripts":{"show":"ls src"}}' > package.json"#,
        at: "repo",
        harmful: "npm run show",
        harm: "test -e /harm",
        harmless: "ls src",
    },
    // and so is what the programs of a task start by its name.
    Hole {
        needs: "npm tar gzip",
        setup: r#"mkdir -p node_modules/.bin; tar czf a.tgz README.md; printf '#!/bin/sh\ntouch /harm\n' > node_modules/.bin/gzip
            chmod +x node_modules/.bin/gzip
            echo '{"name":"x","version":"1.0.0","scripts":{"show":"tar tzf a.tgz"}}' > package.json"#,
        at: "repo",
        harmful: "npm run show",
        harm: "test -e /harm",
        harmless: "tar tzf a.tgz",
    },
    // Without `PATH` bash looks in the current directory, too.
    Hole {
        needs: "bash",
        setup: "printf '#!/bin/sh\\ntouch /harm\\n' > gcat; chmod +x gcat",
        at: "repo",
        harmful: "env -i bash -c gcat",
        harm: "test -e /harm || ! env -i bash -c 'echo $PATH' | grep -q '[.]$'",
        harmless: "env -i bash -c 'cat README.md'",
    },
    // Without `HOME` a path that begins with it begins at the root.
    Hole {
        needs: "sh",
        setup: "true",
        at: "repo",
        harmful: "env -i sh -c 'cat $HOME/etc/shadow'",
        harm: "grep -q CANARY /out",
        harmless: "env -i sh -c 'cat README.md'",
    },
    // And a program looks for its settings, which are code, where it stands.
    Hole {
        needs: "exiftool",
        setup: "echo 'system(\"touch /harm\"); 1;' > .ExifTool_config; touch a.jpg",
        at: "repo",
        harmful: "env -i exiftool a.jpg",
        harm: "test -e /harm",
        harmless: "env -i ls -l a.jpg",
    },
    // A task finds what the project has under the name of a program that the system lacks.
    Hole {
        needs: "npm",
        setup:
            "echo '{\"scripts\":{\"look\":\"ugrep x README.md\",\"list\":\"ls README.md\"}}' > package.json
            mkdir -p node_modules/.bin
            printf '#!/bin/sh\\ntouch /harm\\n' > node_modules/.bin/ugrep; chmod +x node_modules/.bin/ugrep",
        at: "repo",
        harmful: "npm run look",
        harm: "test -e /harm",
        harmless: "npm run list",
    },
    // Words that the run-time of a program takes for itself.
    Hole {
        needs: "shellcheck",
        setup: "printf '#!/bin/sh\\necho x\\n' > a.sh; shellcheck +RTS -s/dev/null -RTS --version > /dev/null 2>&1 || exit 77",
        at: "repo",
        harmful: "shellcheck a.sh +RTS -s.git/hooks/pre-commit",
        harm: "test -s .git/hooks/pre-commit",
        harmless: "shellcheck a.sh",
    },
    // A word that chooses the program which runs.
    Hole {
        needs: "rustup rustfmt",
        setup: "mkdir -p x/bin; printf '#!/bin/sh\\ntouch /harm\\n' > x/bin/rustfmt; chmod +x x/bin/rustfmt; echo 'fn main() {}' > a.rs",
        at: "repo",
        harmful: "rustfmt +/home/user/repo/x --check a.rs",
        harm: "test -e /harm",
        harmless: "rustfmt +nightly --check a.rs",
    },
    // A name that tells of nothing is another program's command, list or output.
    Hole {
        needs: "zcmp rm",
        setup: "echo a > x; echo a > y",
        at: "repo",
        harmful: "CMP=rm zcmp x y",
        harm: "test ! -e x",
        harmless: "zcmp x y",
    },
    Hole {
        needs: "zdiff sh",
        setup: "echo 'touch /home/user/harm' > x.sh; echo a > y",
        at: "repo",
        harmful: "env DIFF=sh timeout 5 zdiff x.sh y",
        harm: "test -e /home/user/harm",
        harmless: "FOO=bar timeout 5 git status",
    },
    Hole {
        needs: "file",
        setup: "echo CANARY > server.key",
        at: "repo",
        harmful: "MAGIC=server.key file README.md",
        harm: "grep -q CANARY /out",
        harmless: "file README.md",
    },
    Hole {
        needs: "gcc",
        setup: "echo 'int x;' > a.c",
        at: "repo",
        harmful: "SUNPRO_DEPENDENCIES=Jenkinsfile gcc -c a.c",
        harm: "test -e Jenkinsfile",
        harmless: "FOO=bar git status",
    },
    // Arguments from a file, in the place of a flag's value.
    Hole {
        needs: "gcc",
        setup: "echo 'int x;' > a.c; printf 'X\\n-E\\n-o\\n/home/user/.bashrc\\n' > args",
        at: "repo",
        harmful: "gcc -c a.c -D @args",
        harm: "test -e /home/user/.bashrc",
        harmless: "gcc -c a.c -D X",
    },
];
