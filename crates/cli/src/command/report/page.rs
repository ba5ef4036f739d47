//! The report as one page: markup, style and script of its own, and the records as data that nothing in them can leave.

mod base64;
mod detail;
mod pool;
mod table;

use super::for_programs;
use super::read::Look;
use super::words::of_breach;
use crate::exit::Failure;
use crate::json::{Object, list};
use mastiff_core::escape::for_people;
use mastiff_engine::ledger::Kind;
use mastiff_engine::{clock, sha256};
use table::Table;

/// What every page begins with.
pub const MARK: &str = "<!doctype html>\n<!-- mastiff report -->\n";

const MARKUP: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = concat!(
    include_str!("page/data.js"),
    include_str!("page/overview.js"),
    include_str!("page/chart.js"),
    include_str!("page/table.js"),
    include_str!("page/record.js"),
    include_str!("page/start.js"),
);

/// The whole file, with the newest `last` records in its table.
pub fn build(look: &Look, last: u64) -> Result<String, Failure> {
    let table = rows(look, last)?;
    let (index, details) = table.done();
    let summary = summary(look, look.rows.min(last));
    let mut page =
        String::with_capacity(index.len() + details.iter().map(String::len).sum::<usize>() + 200_000);
    page.push_str(MARK);
    for (position, piece) in MARKUP.split("{{").enumerate() {
        let (name, text) =
            if position == 0 { ("", piece) } else { piece.split_once("}}").unwrap_or(("", piece)) };
        match name {
            "policy" => page.push_str(&policy()),
            "style" => page.push_str(STYLE),
            "script" => page.push_str(SCRIPT),
            "summary" => data(&mut page, "summary", &summary),
            "index" => data(&mut page, "index", &index),
            "details" => {
                let blocks = details.iter().enumerate();
                blocks.for_each(|(number, block)| data(&mut page, &format!("details-{number}"), block));
            }
            _ => {}
        }
        page.push_str(text);
    }
    Ok(page)
}

/// The second look at the ledger: the first one counted, so that only what is shown is kept.
fn rows(look: &Look, last: u64) -> Result<Table, Failure> {
    let mut table = Table::on(look.zone);
    let (mut seen, from) = (0, look.rows.saturating_sub(last));
    look.again(|entry| {
        if entry.kind() == Kind::Ran {
            return table.ran(&entry);
        }
        // What came in since the first look is not in its numbers.
        if !look.is_row(&entry) || seen >= look.rows {
            return;
        }
        seen += 1;
        if seen > from {
            table.add(&entry);
        }
    })?;
    Ok(table)
}

fn summary(look: &Look, rows: u64) -> String {
    let breaches = look.breaches.iter().rev().map(|entry| {
        let text = |name: &str| people(entry.text(name).unwrap_or_default());
        Object::new()
            .raw("number", entry.number())
            .text("time", &people(&look.zone.shown(entry.time())))
            .text("host", &text("host"))
            .text("what", &format!("{} {}", text("tool"), people(&entry.summary())))
            .word("why", of_breach(entry))
            .done()
    });
    for_programs::object(look, people)
        .text("made", &look.zone.shown(&clock::now()))
        .text("zone", &look.zone_name())
        .text("version", env!("CARGO_PKG_VERSION"))
        .raw("rows", look.rows)
        .raw("shown", rows)
        .raw("breaches_shown", list(breaches))
        .done()
}

fn people(text: &str) -> String {
    for_people(text).into_owned()
}

/// Nothing is loaded from anywhere, and nothing runs but the one script.
fn policy() -> String {
    let hash = |text: &str| base64::of_hex(&sha256::of(text.as_bytes())).unwrap_or_default();
    format!(
        "default-src 'none'; script-src 'sha256-{}='; style-src 'sha256-{}='; img-src data:; base-uri 'none'; \
         form-action 'none'",
        hash(SCRIPT),
        hash(STYLE)
    )
}

/// A block that browsers do not read as markup or script. What could end it, or pass for the start of something else,
/// stands in strings only, and there an escape means the same.
fn data(page: &mut String, id: &str, json: &str) {
    page.push_str(&format!("<script type=\"application/json\" id=\"{id}\">"));
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => page.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => page.push(c),
        }
    }
    page.push_str("</script>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_its_block() {
        let mut page = String::new();
        data(&mut page, "x", &crate::json::quoted("</script><!--&\u{2028}\"{{script}}"));
        let inner = page.strip_prefix("<script type=\"application/json\" id=\"x\">").unwrap();
        let inner = inner.strip_suffix("</script>\n").unwrap();
        assert!(!inner.contains(['<', '>', '&', '\u{2028}']), "{inner}");
        let read = mastiff_core::json::Json::parse(inner.as_bytes()).unwrap();
        assert_eq!(read.as_str(), Some("</script><!--&\u{2028}\"{{script}}"));
    }

    #[test]
    fn the_sources_hold_nothing_that_would_end_them() {
        assert!(!SCRIPT.contains("</script"));
        assert!(!SCRIPT.contains("<!--"));
        assert!(!STYLE.contains("</style"));
        for forbidden in
            ["innerHTML", "insertAdjacentHTML", "document.write", "eval(", "http:", "https:", "import("]
        {
            let script = SCRIPT.replace("http://www.w3.org/2000/svg", "");
            assert!(!script.contains(forbidden), "{forbidden}");
            assert!(!STYLE.contains(forbidden) && !STYLE.contains("url("), "{forbidden}");
        }
        for name in ["policy", "style", "script", "summary", "index", "details"] {
            assert_eq!(MARKUP.matches(&format!("{{{{{name}}}}}")).count(), 1, "{name}");
        }
    }
}
