use std::io::Read;
fn main() {
    let mut s = String::new();
    std::io::stdin().read_to_string(&mut s).unwrap();
    for line in s.split('\0').filter(|l| !l.is_empty()) {
        match mastiff_core::shell::read(line) {
            Ok(t) => {
                if std::env::args().nth(1).is_some() {
                    println!("{t:#?}");
                } else {
                    println!("OK")
                }
            }
            Err(e) => println!(
                "{} {:?} {:?}",
                e.why,
                e.span,
                e.span.of(line).unwrap_or("").chars().take(60).collect::<String>()
            ),
        }
    }
}
