//! One request and its answer on the wire.

use super::text::{captured, silent};
use mastiff_core::hook::{Captured, Ended, Ran};
use std::io::Read;
use std::time::Duration;
use ureq::http::{HeaderValue, Request, Response, Uri, header, request};
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, Body, Error};

/// What is kept of a body.
const BODY: usize = 1 << 20;

/// What is read behind it, only to know that there was more: a server that goes on for ever is not listened to.
const MORE: usize = 64 << 10;

/// The variable that names the certificates to trust instead of the built-in ones.
const ROOTS: &str = "SSL_CERT_FILE";

/// What goes out.
pub struct Exchange {
    pub url: String,
    pub headers: Vec<(String, String)>,
    /// `None`: a `GET`.
    pub body: Option<String>,
    pub timeout: Duration,
}

impl Exchange {
    /// Sends it, and reads the answer to its end.
    pub fn run(self) -> Ran {
        self.answer().unwrap_or_else(silent)
    }

    fn answer(self) -> Result<Ran, Ended> {
        let uri = checked(&self.url).map_err(Ended::Unanswered)?;
        let agent = agent(self.timeout, roots(&uri).map_err(Ended::Unanswered)?);
        let mut response = self.sent(&agent, &uri).map_err(failed)?;
        let stdout = body(&mut response).map_err(failed)?;
        Ok(Ran { how: Ended::Answered(response.status().as_u16()), stdout, stderr: Captured::default() })
    }

    fn sent(self, agent: &Agent, uri: &Uri) -> Result<Response<Body>, Error> {
        match &self.body {
            Some(body) => agent.run(typed(self.head("POST", uri)).body(body)?),
            None => agent.run(self.head("GET", uri).body(())?),
        }
    }

    fn head(&self, method: &str, uri: &Uri) -> request::Builder {
        let head = Request::builder().method(method).uri(uri);
        self.headers.iter().fold(head, |head, (name, value)| head.header(name, value))
    }
}

/// A configured content type stays.
fn typed(mut head: request::Builder) -> request::Builder {
    if let Some(headers) = head.headers_mut() {
        headers.entry(header::CONTENT_TYPE).or_insert(HeaderValue::from_static("application/json"));
    }
    head
}

fn checked(url: &str) -> Result<Uri, String> {
    let uri: Uri = url.parse().map_err(|error| format!("`{url}` is no URL: {error}"))?;
    match (uri.scheme_str(), uri.host()) {
        (Some("http" | "https"), Some(host)) if !host.is_empty() => Ok(uri),
        _ => Err(format!("`{url}` is no URL of a web server: `http://` or `https://` and a host")),
    }
}

fn agent(timeout: Duration, roots: RootCerts) -> Agent {
    Agent::config_builder()
        .timeout_global(Some(timeout))
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .proxy(None)
        .user_agent(concat!("mastiff/", env!("CARGO_PKG_VERSION")))
        .tls_config(TlsConfig::builder().root_certs(roots).build())
        .build()
        .new_agent()
}

/// A file that is named and cannot be used is an error: the built-in certificates were not what somebody wanted.
fn roots(uri: &Uri) -> Result<RootCerts, String> {
    let file = std::env::var_os(ROOTS).filter(|file| !file.is_empty() && uri.scheme_str() == Some("https"));
    let Some(file) = file else {
        return Ok(RootCerts::WebPki);
    };
    let broken = |why: String| format!("the certificates in `{}` ({ROOTS}): {why}", file.display());
    let pem = std::fs::read(&file).map_err(|error| broken(error.to_string()))?;
    let items: Vec<_> =
        parse_pem(&pem).collect::<Result<_, _>>().map_err(|error| broken(error.to_string()))?;
    let found: Vec<_> = items.into_iter().filter_map(certificate).collect();
    if found.is_empty() { Err(broken("there are none".to_owned())) } else { Ok(found.into()) }
}

fn certificate(item: PemItem<'static>) -> Option<ureq::tls::Certificate<'static>> {
    if let PemItem::Certificate(certificate) = item { Some(certificate) } else { None }
}

fn body(response: &mut Response<Body>) -> Result<Captured, Error> {
    let mut bytes = Vec::new();
    response.body_mut().as_reader().take((BODY + MORE) as u64).read_to_end(&mut bytes)?;
    let dropped = bytes.len().saturating_sub(BODY) as u64;
    bytes.truncate(BODY);
    Ok(captured(bytes, dropped))
}

fn failed(error: Error) -> Ended {
    if let Error::Timeout(_) = error { Ended::TimedOut } else { Ended::Unanswered(error.to_string()) }
}
