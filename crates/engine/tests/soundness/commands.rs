//! The project's own cases.

/// Allowed, and run.
pub const ALLOWED: &[&str] = &["ls -la", "git status", "echo hi > out.txt", "cat README.md | head -3"];

/// What mastiff is asked about, and what is run instead: the difference must be seen.
pub const BETRAYALS: &[(&str, &str)] = &[
    ("ls", "touch planted.txt; ls"),
    ("echo x > a.txt", "echo x > a.txt; rm notes.txt"),
    ("echo x > a.txt", "mv a.txt b.txt; echo x > a.txt; mv a.txt b.txt"),
    ("cat README.md", "cat .env README.md"),
    ("cat README.md", "cat README.md | tee -a src/app.js"),
    ("cat README.md", "cat README.md data/log.txt"),
    ("ls", "ls; exec 3<>/dev/tcp/127.0.0.1/80"),
    ("ls", "ls; mkdir -p a/b"),
    ("ls", "cd src && chmod 600 app.js; ls"),
    ("ls src", "cd src; ln -s app.js linked.js; ls"),
    ("ls src", "ls src; echo x > link-out/planted.txt"),
    ("sed -n 1p README.md", "sed -n '1w planted.txt' README.md"),
    ("awk 1 README.md", "awk 'BEGIN { system(\"id\") }' README.md"),
    ("git status", "git branch planted; git status"),
];
