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
