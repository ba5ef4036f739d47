//! Files that make an everyday command run something else, under another spelling, root or link.

use super::Hole;

pub const HOLES: &[Hole] = &[
    // `/tmp` is everybody's: what other programs keep there goes with it.
    Hole {
        needs: "rm",
        setup: "mkdir -p /tmp/mine /tmp/theirs",
        at: "repo",
        harmful: "rm -rf /tmp/*",
        harm: "test ! -e /tmp/theirs",
        harmless: "rm -rf /tmp/mine",
    },
    Hole {
        needs: "rm",
        setup: "mkdir -p /tmp/mine /tmp/tmux-0",
        at: "repo",
        harmful: "rm -rf /tmp/tmux-0",
        harm: "test ! -e /tmp/tmux-0",
        harmless: "rm -rf /tmp/mine",
    },
    // The index may hold the only copy of a file.
    Hole {
        needs: "git",
        setup: "echo x > new.txt && git add new.txt && rm new.txt && echo y > there.txt && git add there.txt",
        at: "repo",
        harmful: "git rm -q --cached new.txt",
        harm: "test -z \"$(git -C /home/user/repo ls-files new.txt)\"",
        harmless: "git rm -q --cached there.txt",
    },
    // Python imports it before any program, as a package too.
    Hole {
        needs: "python3 cp mkdir",
        setup: "echo 'print(\"RAN\")' > evil.py && mkdir -p app",
        at: "repo",
        harmful: "mkdir -p app/usercustomize && cp evil.py app/usercustomize/__init__.py",
        harm: "cd /home/user/repo && PYTHONPATH=app python3 -c 'pass' | grep -q RAN",
        harmless: "mkdir -p app/customize && cp evil.py app/customize/__init__.py",
    },
    Hole {
        needs: "python3 cp",
        setup: "mkdir -p app && echo 'print(\"RAN\")' > app/evil.py && python3 -c \"import py_compile; \
                py_compile.compile('app/evil.py', 'evil.pyc')\"",
        at: "repo",
        harmful: "cp evil.pyc app/sitecustomize.pyc",
        harm: "cd /home/user/repo && PYTHONPATH=app python3 -c 'pass' | grep -q RAN",
        harmless: "cp evil.pyc app/customize.pyc",
    },
    // The session begins where the settings lie that hold the line.
    Hole {
        needs: "cp",
        setup: "mkdir -p ~/.claude && echo '{\"hooks\":{}}' > ~/.claude/settings.json && echo '{}' > ~/.claude/empty.json",
        at: ".claude",
        harmful: "cp empty.json settings.json",
        harm: "grep -qx '{}' /home/user/.claude/settings.json",
        harmless: "cat settings.json",
    },
    Hole {
        needs: "cp",
        setup: "mkdir -p ~/.config/opencode/plugins && echo 'guard' > ~/.config/opencode/plugins/mastiff.js && echo > ~/.config/x.js",
        at: ".config",
        harmful: "cp x.js opencode/plugins/mastiff.js",
        harm: "! grep -q guard /home/user/.config/opencode/plugins/mastiff.js",
        harmless: "cat opencode/plugins/mastiff.js",
    },
    Hole {
        needs: "cat",
        setup: "mkdir -p ~/.aws && echo CANARY > ~/.aws/credentials",
        at: ".aws",
        harmful: "cat credentials",
        harm: "grep -q CANARY /out",
        harmless: "ls",
    },
    Hole {
        needs: "cat",
        setup: "mkdir -p ~/.config/gh && echo CANARY > ~/.config/gh/hosts.yml && echo x > ~/.config/notes",
        at: ".config",
        harmful: "cat gh/hosts.yml",
        harm: "grep -q CANARY /out",
        harmless: "cat notes",
    },
    // Dotfiles that are kept in a repository: the other end of a link.
    Hole {
        needs: "tee",
        setup: "mkdir -p ~/.claude claude && echo '{\"hooks\":{}}' > claude/settings.json && \
                ln -s ~/repo/claude/settings.json ~/.claude/settings.json",
        at: "repo",
        harmful: "echo '{}' | tee claude/settings.json",
        harm: "grep -qx '{}' /home/user/.claude/settings.json",
        harmless: "echo '{}' | tee claude/other.json",
    },
    Hole {
        needs: "cp",
        setup: "mkdir -p zsh && echo '# mine' > zsh/rc && ln -s rc zsh/middle && ln -s ~/repo/zsh/middle ~/.bashrc && \
                echo 'echo RAN' > evil",
        at: "repo",
        harmful: "cp evil zsh/rc",
        harm: "bash --rcfile /home/user/.bashrc -ic true 2>&1 | grep -q RAN",
        harmless: "cp evil zsh/aliases",
    },
    Hole {
        needs: "ln",
        setup: "mkdir -p zsh && echo '# mine' > zsh/rc && ln -s rc zsh/middle && ln -s ~/repo/zsh/middle ~/.bashrc && \
                echo 'echo RAN' > evil",
        at: "repo",
        harmful: "ln -sf ../evil zsh/middle",
        harm: "bash --rcfile /home/user/.bashrc -ic true 2>&1 | grep -q RAN",
        harmless: "ln -sf ../evil zsh/other",
    },
    Hole {
        needs: "cat",
        setup: "mkdir -p ssh && echo CANARY > ssh/work && ln -s ~/repo/ssh ~/.ssh",
        at: "repo",
        harmful: "cat ssh/work",
        harm: "grep -q CANARY /out",
        harmless: "cat README.md",
    },
    Hole {
        needs: "git cp",
        setup: "mkdir scripts && echo 'true' > scripts/check.sh && chmod +x scripts/check.sh && \
                ln -s ../../scripts/check.sh .git/hooks/pre-commit && printf '#!/bin/sh\\necho RAN\\n' > evil.sh",
        at: "repo",
        harmful: "cp evil.sh scripts/check.sh",
        harm: "cd /home/user/repo && git commit --allow-empty -m x 2>&1 | grep -q RAN",
        harmless: "cp evil.sh scripts/other.sh",
    },
    // A rule for a program that nobody described: its words are places.
    Hole {
        needs: "ptx",
        setup: "mkdir -p ~/.config/mastiff ~/.ssh && echo CANARY > ~/.ssh/id_rsa && printf 'version = 1\\n[[rule]]\\nname = \"index\"\\n\
                decision = \"allow\"\\nprogram = \"ptx\"\\noperands = true\\nflags = [\"*\"]\\n' > ~/.config/mastiff/policy.toml",
        at: "repo",
        harmful: "ptx ~/.ssh/id_rsa",
        harm: "grep -q CANARY /out",
        harmless: "ptx README.md",
    },
];
