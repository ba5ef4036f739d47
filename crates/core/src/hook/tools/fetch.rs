//! Gemini CLI fetches what a prompt names.

use super::fields::{swapped, text};
use crate::json::Json;

/// `url` and `prompt` as one prompt, the address first.
pub fn to_prompt(input: &Json) -> Json {
    let Some(url) = text(input, "url").filter(|url| is_address(url)) else { return input.clone() };
    let prompt = match (input.get("prompt"), text(input, "prompt")) {
        (None, _) => url.into(),
        (_, Some(prompt)) => alloc::format!("{url} {prompt}"),
        (Some(_), None) => return input.clone(),
    };
    swapped(input, &["url", "prompt"], [("prompt", prompt.into())])
}

/// The address that a prompt begins with, or the first in it, as `url`.
pub fn from_prompt(input: &Json) -> Json {
    let Some(prompt) = text(input, "prompt").filter(|_| input.get("url").is_none()) else {
        return input.clone();
    };
    if is_address(prompt) {
        return swapped(input, &["prompt"], [("url", prompt.into())]);
    }
    let both = |url: &str, prompt: &str| {
        swapped(input, &["prompt"], [("url", url.into()), ("prompt", prompt.into())])
    };
    match prompt.split_once(' ').filter(|(first, _)| is_address(first)) {
        Some((url, prompt)) => both(url, prompt),
        None => match prompt.split_whitespace().find(|word| is_address(word)) {
            Some(url) => both(url, prompt),
            None => input.clone(),
        },
    }
}

fn is_address(word: &str) -> bool {
    word.contains("://") && !word.contains(char::is_whitespace)
}
