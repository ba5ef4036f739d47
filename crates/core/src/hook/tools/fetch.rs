//! Gemini CLI fetches what a prompt names.

use super::fields::{swapped, text};
use crate::json::Json;

/// `url` and `prompt` as one prompt, the address first.
pub fn to_prompt(input: &Json) -> Option<Json> {
    let url = text(input, "url").filter(|url| is_address(url))?;
    let prompt = match input.get("prompt") {
        None => url.into(),
        Some(prompt) => alloc::format!("{url} {}", prompt.as_str()?),
    };
    Some(swapped(input, &["url", "prompt"], [("prompt", prompt.into())]))
}

/// The address that a prompt begins with, or the first in it, as `url`.
pub fn from_prompt(input: &Json) -> Option<Json> {
    let prompt = text(input, "prompt").filter(|_| input.get("url").is_none())?;
    if is_address(prompt) {
        return Some(swapped(input, &["prompt"], [("url", prompt.into())]));
    }
    let first = prompt.split_once(' ').filter(|(first, _)| is_address(first));
    let anywhere = || prompt.split_whitespace().find(|word| is_address(word)).map(|url| (url, prompt));
    let (url, prompt) = first.or_else(anywhere)?;
    Some(swapped(input, &["prompt"], [("url", url.into()), ("prompt", prompt.into())]))
}

fn is_address(word: &str) -> bool {
    word.contains("://") && !word.contains(char::is_whitespace)
}
