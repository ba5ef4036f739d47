use mastiff_core::{Json, redact};
use std::time::Instant;

#[test]
#[ignore]
fn show() {
    let path = std::env::var("CALLS").expect("CALLS");
    let text = std::fs::read_to_string(path).expect("file");
    let (mut n, mut m) = (0, 0);
    let start = Instant::now();
    let mut out = String::new();
    for line in text.lines() {
        let json: Json = line.parse().expect("json");
        let Some(command) = json.get("input").and_then(|i| i.get("command")).and_then(Json::as_str) else {
            continue;
        };
        n += 1;
        let masked = redact::command(command);
        if redact::command(&masked) != masked {
            out.push_str(&format!("AGAIN {masked}\n => {}\n", redact::command(&masked)));
        }
        if mastiff_core::shell::read(command).is_ok() != mastiff_core::shell::read(&masked).is_ok() {
            out.push_str(&format!("READ {masked}\n"));
        }
        if masked != command {
            if crate::judge::verdict(command) != crate::judge::verdict(&masked) {
                out.push_str(&format!(
                    "VERDICT {}\n=> {}\n",
                    crate::judge::verdict(command),
                    crate::judge::verdict(&masked)
                ));
            }
            m += 1;
            // print changed lines
            let d: Vec<String> = command
                .lines()
                .zip(masked.lines())
                .filter(|(a, b)| a != b)
                .map(|(a, b)| {
                    format!("- {}\n+ {}", &a[..a.floor_char_boundary(300)], &b[..b.floor_char_boundary(300)])
                })
                .take(4)
                .collect();
            out.push_str(&format!("{}\n\n", d.join("\n")));
        }
    }
    println!("{out}\n{n} commands, {m} masked, {:?}", start.elapsed());
}

#[test]
#[ignore]
fn parens() {
    for size in [12_000, 24_000, 48_000, 96_000] {
        let unit = std::env::var("UNIT").unwrap_or("$(".into());
        let text = unit.repeat(size / unit.len());
        let start = Instant::now();
        let _ = mastiff_core::shell::read(&text);
        let read = start.elapsed();
        let start = Instant::now();
        let _ = redact::text(&text);
        let t = start.elapsed();
        let start = Instant::now();
        let _ = redact::command(&text);
        println!("{size} read {read:?} text {t:?} command {:?}", start.elapsed());
    }
}

#[test]
#[ignore]
fn speed() {
    let heredoc = |unit: &str| format!("cat > x.txt <<'EOF'\n{}\nEOF\n", unit.repeat(8192 / unit.len()));
    let prose = heredoc("The reader takes a line, and gives it back: word by word, as it stands.\n");
    let code = heredoc("    let value = self.next(index)?; // a comment: of some length\n");
    let json = heredoc("  \"name\": \"value\", \"other\": 12,\n");
    let env = heredoc("DB_PASSWORD=hunter2hunter2\nOTHER_VALUE=1234\n");
    let live = prose.replace("'EOF'", "EOF").replace("line", "$line");
    for (name, command) in [
        ("ls", "ls -la src"),
        ("git", "git commit -m 'fix: the reader takes a line' && git push origin main"),
        ("cargo", "cargo test -p mastiff-core --test redaction -- --nocapture 2>&1 | tail -40"),
        (
            "curl",
            "curl -s -X POST -H 'Content-Type: application/json' -H \"Authorization: Bearer $TOKEN\" -d '{\"a\":1}' https://h.example/x",
        ),
        ("mysql", "mysql -phunter2 -u root -e 'select 1'"),
        ("prose", &prose),
        ("code", &code),
        ("json", &json),
        ("env", &env),
        ("live", &live),
    ] {
        let n = 300;
        for _ in 0..n {
            std::hint::black_box(redact::command(command));
        }
        let start = Instant::now();
        for _ in 0..n {
            std::hint::black_box(redact::command(command));
        }
        let all = start.elapsed() / n;
        let start = Instant::now();
        for _ in 0..n {
            let _ = std::hint::black_box(mastiff_core::shell::read(command));
        }
        println!("{name:8} {:6} bytes {all:?} (reading {:?})", command.len(), start.elapsed() / n);
    }
}
