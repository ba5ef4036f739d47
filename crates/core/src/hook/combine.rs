//! Many answers to one: by severity, never by who finished last.

use super::{Dialect, Opinion, Outcome, Source};
use crate::json::Json;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// One hook's answer, with what is needed to name the hook.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What reports call the hook.
    pub hook: String,
    /// How it speaks.
    pub dialect: Dialect,
    /// Where it is written.
    pub source: Source,
    /// What it said.
    pub outcome: Outcome,
}

/// What the hooks of one occasion say together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Combined {
    /// The strictest opinion.
    pub opinion: Opinion,
    /// Every opinion with its hook, in the order of the configuration.
    pub said: Vec<Said>,
    /// The input the call runs with, if a hook changed it.
    pub input: Option<Json>,
    /// The output the model gets, if a hook changed it.
    pub output: Option<Json>,
    /// Texts for the model.
    pub context: Vec<String>,
    /// Texts for the user.
    pub messages: Vec<String>,
    /// The turn shall stop, and why.
    pub stop: Option<String>,
    /// What somebody should know, each with its hook.
    pub warnings: Vec<String>,
}

/// One hook's word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Which hook.
    pub hook: String,
    /// How it speaks.
    pub dialect: Dialect,
    /// Where it is written.
    pub source: Source,
    /// Its opinion.
    pub opinion: Opinion,
    /// Why, whole.
    pub reason: String,
}

impl Combined {
    /// What deciding hooks said: those with the strictest opinion.
    pub fn deciding(&self) -> impl Iterator<Item = &Said> {
        self.said.iter().filter(|said| said.opinion == self.opinion)
    }

    /// The first reason of the strictest opinion.
    pub fn reason(&self) -> Option<&str> {
        self.deciding().map(|said| said.reason.as_str()).next()
    }
}

/// The answers in the order of the configuration, become one. The input is not among it: which rewriting counts
/// depends on who ran beside whom, see [`agreed`].
pub fn combine(answers: &[Answer]) -> Combined {
    let mut all = Combined::default();
    for answer in answers {
        add(&mut all, answer);
    }
    all
}

/// The one input that hooks ask for that ran side by side. Two that differ cannot both be meant, and which of them
/// finished last is no reason: refused.
pub fn agreed<'a>(asked: impl IntoIterator<Item = (&'a str, &'a Json)>) -> Result<Option<Json>, String> {
    let mut first: Option<(&str, &Json)> = None;
    for (hook, input) in asked {
        match first {
            Some((other, before)) if before != input => {
                return Err(format!("`{other}` and `{hook}` rewrite the input differently"));
            }
            Some(_) => {}
            None => first = Some((hook, input)),
        }
    }
    Ok(first.map(|(_, input)| input.clone()))
}

fn add(all: &mut Combined, answer: &Answer) {
    let Outcome { opinion, reason, context, message, output, stop, warnings, .. } = &answer.outcome;
    all.opinion = all.opinion.max(*opinion);
    if *opinion != Opinion::None {
        all.said.push(Said {
            hook: answer.hook.clone(),
            dialect: answer.dialect,
            source: answer.source.clone(),
            opinion: *opinion,
            reason: reason.clone().unwrap_or_else(|| generic(*opinion).to_string()),
        });
    }
    all.context.extend(context.clone());
    all.messages.extend(message.clone());
    all.warnings.extend(warnings.iter().map(|warning| format!("{}: {warning}", answer.hook)));
    all.stop = all.stop.take().or_else(|| stop.clone());
    match (&all.output, output) {
        (None, Some(output)) => all.output = Some(output.clone()),
        (Some(before), Some(output)) if before != output => {
            all.warnings.push(format!("{}: an earlier hook replaced the output already", answer.hook));
        }
        (Some(_) | None, _) => {}
    }
}

fn generic(opinion: Opinion) -> &'static str {
    match opinion {
        Opinion::None => "",
        Opinion::Allow => "allowed by hook",
        Opinion::Ask => "a hook wants a human to decide",
        Opinion::Defer => "a hook defers the decision",
        Opinion::Deny => "blocked by hook",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Opinion::{Allow, Ask, Defer, Deny, None as NoOpinion};

    fn answer(hook: &str, opinion: Opinion) -> Answer {
        let outcome = Outcome { opinion, reason: Some(format!("{hook} says")), ..Outcome::default() };
        Answer { hook: hook.into(), dialect: Dialect::Claude, source: Source::default(), outcome }
    }

    #[test]
    fn the_strictest_wins_whatever_the_order() {
        let rows: &[(&[Opinion], Opinion)] = &[
            (&[], NoOpinion),
            (&[NoOpinion, NoOpinion], NoOpinion),
            (&[NoOpinion, Allow], Allow),
            (&[Allow, Ask], Ask),
            (&[Ask, Defer], Defer),
            (&[Allow, Defer], Defer),
            (&[Defer, Deny], Deny),
            (&[Allow, Ask, Deny, NoOpinion], Deny),
        ];
        for (opinions, expected) in rows {
            let mut answers: Vec<Answer> =
                opinions.iter().enumerate().map(|(n, opinion)| answer(&n.to_string(), *opinion)).collect();
            assert_eq!(combine(&answers).opinion, *expected, "{opinions:?}");
            answers.reverse();
            assert_eq!(combine(&answers).opinion, *expected, "{opinions:?} reversed");
        }
    }

    #[test]
    fn every_reason_is_kept_with_its_hook_in_the_order_of_the_configuration() {
        let all = combine(&[answer("a", Deny), answer("b", NoOpinion), answer("c", Ask), answer("d", Deny)]);
        let said: Vec<(&str, &str)> = all.said.iter().map(|s| (s.hook.as_str(), s.reason.as_str())).collect();
        assert_eq!(said, [("a", "a says"), ("c", "c says"), ("d", "d says")]);
        assert_eq!(all.deciding().map(|s| s.hook.as_str()).collect::<Vec<_>>(), ["a", "d"]);
        assert_eq!(all.reason(), Some("a says"));
    }

    #[test]
    fn two_inputs_must_agree() {
        let (one, two) = (Json::from("1"), Json::from("2"));
        assert_eq!(agreed([]), Ok(None));
        assert_eq!(agreed([("a", &one), ("b", &one)]), Ok(Some(one.clone())));
        let refused = agreed([("a", &one), ("b", &one), ("c", &two)]).unwrap_err();
        assert_eq!(refused, "`a` and `c` rewrite the input differently");
    }

    #[test]
    fn the_rest_is_collected() {
        let of = |hook: &str, context: &str, output: &str| {
            let mut answer = answer(hook, NoOpinion);
            answer.outcome.context = Some(context.into());
            answer.outcome.output = Some(output.into());
            answer.outcome.warnings.push("odd".into());
            answer
        };
        let all = combine(&[of("a", "x", "1"), of("b", "y", "2")]);
        assert_eq!(all.context, ["x", "y"]);
        assert_eq!(all.output, Some("1".into()));
        assert_eq!(all.warnings, ["a: odd", "b: odd", "b: an earlier hook replaced the output already"]);
    }
}
