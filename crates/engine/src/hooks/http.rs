//! stub
use super::Cancel;
use mastiff_core::hook::{Captured, Ended, Http, Ran};
use std::time::Duration;
/// stub
pub struct Request<'a> {
    /// stub
    pub http: &'a Http,
    /// stub
    pub body: &'a str,
    /// stub
    pub env: &'a [(String, String)],
    /// stub
    pub timeout: Duration,
}
/// stub
pub fn request(_request: &Request<'_>, _cancel: &Cancel) -> Ran {
    Ran { how: Ended::NotStarted("stub".into()), stdout: Captured::default(), stderr: Captured::default() }
}
