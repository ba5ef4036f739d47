//! A file that is mastiff's own.

use super::Trouble;

/// All of it. What stands there already must be mastiff's: the same text, or one that mastiff left there.
pub fn put(own: &str, text: Option<&str>, left: bool) -> Result<String, Trouble> {
    match text {
        Some(text) if text != own && !left => Err(Trouble::new(
            "another file stands in the place of mastiff's own",
            "move it away, and run this again",
        )),
        Some(_) | None => Ok(own.to_owned()),
    }
}

/// Nothing is left of it, if it is mastiff's at all. One that mastiff left there is restored without a look in here.
pub fn take(own: &str, text: &str) -> Result<Option<String>, Trouble> {
    if text == own {
        return Ok(None);
    }
    if !text.contains("mastiff") {
        // Somebody else's.
        return Ok(Some(text.to_owned()));
    }
    Err(Trouble::new(
        "this file is mastiff's own, and somebody has changed it since",
        "remove it by hand, if nothing in it is yours",
    ))
}
