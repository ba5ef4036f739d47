//! Files of the tree that give flags or code to a program which is read by its flags.

use super::Hole;

pub const HOLES: &[Hole] = &[
    // Flags for the virtual machine, taken up before Maven looks at its own.
    Hole {
        needs: "mvn java",
        setup: "mkdir -p ../clone/.mvn && echo '-Xlog:all=info:file=/home/user/clone/harm' > ../clone/.mvn/jvm.config
            for f in /usr/lib/jvm/*/lib/jvm.cfg; do
                t=$(readlink \"$f\") && mkdir -p \"${t%/*}\" && echo '-server KNOWN' > \"$t\"
            done
            for java in /usr/lib/jvm/*/bin/java; do ln -sf \"$java\" /etc/alternatives/java; done",
        at: "repo",
        harmful: "cd ../clone && mvn -v",
        harm: "test -s /home/user/clone/harm",
        harmless: "mvn -v",
    },
    // A list of files to search, which lies elsewhere.
    Hole {
        needs: "ack",
        setup: "mkdir sub && echo --files-from=/home/user/list > sub/.ackrc && echo /etc/shadow > ../list",
        at: "repo",
        harmful: "cd sub && ack root",
        harm: "grep -q CANARY /out",
        harmless: "ack readme",
    },
    // Perl.
    Hole {
        needs: "exiftool",
        setup: "mkdir sub && echo 'open(F, \">/home/user/harm\"); print F 1; 1;' > sub/.ExifTool_config && touch a.jpg sub/a.jpg",
        at: "repo",
        harmful: "cd sub && env -u HOME exiftool a.jpg",
        harm: "test -s /home/user/harm",
        harmless: "exiftool a.jpg",
    },
    // A script in place of yarn.
    Hole {
        needs: "yarn node",
        setup: "mkdir sub && echo 'yarn-path \"./x.js\"' > sub/.yarnrc && echo 'yarnPath: ./x.js' > sub/.yarnrc.yml
            echo 'require(\"fs\").writeFileSync(\"/home/user/harm\", \"1\")' > sub/x.js",
        at: "repo",
        harmful: "cd sub && yarn --version",
        harm: "test -s /home/user/harm",
        harmless: "yarn --version",
    },
    // A toolchain that lies in the project.
    Hole {
        needs: "rustup cargo",
        setup: "mkdir -p sub/kit/bin sub/kit/lib && printf '#!/bin/sh\\necho 1 > /home/user/harm\\n' | tee sub/kit/bin/cargo > sub/kit/bin/rustc
            chmod +x sub/kit/bin/* && printf '[toolchain]\\npath = \"/home/user/repo/sub/kit\"\\n' > sub/rust-toolchain.toml",
        at: "repo",
        harmful: "cd sub && cargo --version",
        harm: "test -s /home/user/harm",
        harmless: "cargo --version",
    },
    // Configuration that is a program.
    Hole {
        needs: "mocha node",
        setup: "mkdir sub && echo 'require(\"fs\").writeFileSync(\"/home/user/harm\", \"1\")' > sub/.mocharc.js",
        at: "repo",
        harmful: "cd sub && mocha --version",
        harm: "test -s /home/user/harm",
        harmless: "mocha --version",
    },
    // A plugin that tox loads before it prints its version.
    Hole {
        needs: "tox",
        setup: "mkdir sub && touch sub/tox.ini && echo 'open(\"/home/user/harm\", \"w\").write(\"1\")' > sub/toxfile.py; \
            tox --version 2> /dev/null | grep -q '^[4-9]' || exit 77",
        at: "repo",
        harmful: "cd sub && tox --version",
        harm: "test -s /home/user/harm",
        harmless: "tox --version",
    },
];
