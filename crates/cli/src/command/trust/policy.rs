//! What a repository's policy would do if it were trusted.

use super::target::problems;
use crate::exit::Failure;
use mastiff_core::Policy;
use mastiff_core::escape::for_people;
use mastiff_core::policy::{Layer, Trusted};

/// For people who are about to trust it.
pub fn description(file: &str, text: &str) -> Result<String, Failure> {
    let (loosens, file) = (loosened(file, text)?, for_people(file));
    if loosens.is_empty() {
        return Ok(format!(
            "`{file}` only tightens: it holds without trust, and trust would let it replace your own scopes\n"
        ));
    }
    Ok(format!("`{file}` would loosen:\n  {}\n", loosens.join("\n  ")))
}

/// What the file would loosen, one line each; a file with problems cannot be trusted.
fn loosened(file: &str, text: &str) -> Result<Vec<String>, Failure> {
    let layer = Layer::parse(file, text).map_err(|found| problems(&found))?;
    let found = Policy::layered(None, None, [(layer, Trusted::No)]).err().unwrap_or_default();
    let short = |message: &str| message.split(", and a project file").next().unwrap_or_default().to_owned();
    Ok(found.iter().map(|p| format!("line {}: {}", p.at.line, for_people(&short(&p.message)))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_would_loosen_is_named() {
        let text = "version = 1\nscratch = [\"/tmp\"]\n[rules]\nnetwork = \"allow\"\n";
        let found = loosened("x", text).unwrap();
        assert_eq!(found, ["line 2: `scratch` opens `/tmp`", "line 4: `network = \"allow\"`"]);
        assert!(loosened("x", "version = 1\non_stop = \"deny\"\n").unwrap().is_empty());
        assert!(loosened("x", "version = 2\n").is_err());
    }
}
