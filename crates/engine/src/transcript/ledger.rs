//! mastiff's own record: calls with what was answered then. Their inputs are masked.

use super::{Called, Heard, Records};
use crate::ledger::{Entry, Kind, LINE};
use mastiff_core::protocol::Host;
use memchr::memmem::find;

pub struct Reader;

impl Records for Reader {
    /// Events have no decision.
    fn matters(&self, record: &[u8]) -> bool {
        find(record, b"\"decision\"").is_some()
    }

    fn hear(&mut self, record: &[u8], tell: &mut dyn FnMut(Heard) -> bool) -> Result<bool, String> {
        let entry =
            Some(record).filter(|record| record.len() < LINE).and_then(Entry::parse).ok_or("no record")?;
        match entry.kind() {
            Kind::Verdict if entry.is_probe() => return Ok(true),
            Kind::Verdict => {}
            Kind::Ran | Kind::Breach | Kind::Event(_) => return Ok(true),
        }
        let Some(call) = entry.call() else { return Ok(tell(Heard::Cut)) };
        let root = entry.texts("roots").first().map_or_else(|| call.cwd.clone(), |root| (*root).to_owned());
        Ok(tell(Heard::Call(Box::new(Called {
            host: entry.text("host").and_then(Host::from_id),
            session: entry.text("session").map(str::to_owned),
            time: entry.text("time").map(str::to_owned),
            attended: !entry.is("headless"),
            then: entry.decision(),
            root,
            call,
        }))))
    }
}
