//! Hooks as requests over TLS: only to a server whose certificate is trusted, and for the name it is called by.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so"
)]

mod support;

use mastiff_core::hook::{Http, Method};
use mastiff_engine::hooks::Cancel;
use mastiff_engine::hooks::http::{Request, request};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use support::Scratch;

/// Run by the other test, with the server's port and the certificates in the environment.
#[test]
#[ignore = "needs a server"]
fn ask() {
    let Ok(url) = std::env::var("MASTIFF_TEST_URL") else {
        return;
    };
    let http = Http { url, method: Method::Get, headers: vec![], allowed_env: vec![] };
    let timeout = Duration::from_secs(20);
    let ran = request(&Request { http: &http, body: "", env: &[], timeout }, &Cancel::new());
    println!("[{:?}]", ran.how);
}

#[test]
fn certificates_decide() {
    let scratch = Scratch::new();
    if !certificates(scratch.path()) {
        println!("openssl is not there: not tested");
        return;
    }
    let (mut server, port) = server(scratch.path());
    let (roots, junk) = (scratch.at("ca.pem"), scratch.file("junk.pem", "no certificate\n"));
    let missing = scratch.at("missing.pem");
    let named = format!("https://localhost:{port}/");
    let table = [
        ("trusted", named.as_str(), roots.as_str(), "[Answered(200)]"),
        ("another name", &format!("https://127.0.0.1:{port}/"), &roots, "not valid for name"),
        ("built-in certificates", &named, "", "UnknownIssuer"),
        ("a file without certificates", &named, &junk, "there are none"),
        ("a file that is missing", &named, &missing, "missing.pem"),
    ];
    let said: Vec<_> = table.iter().map(|(_, url, roots, _)| asked(url, roots)).collect();
    server.kill().unwrap();
    server.wait().unwrap();
    for ((name, _, _, expected), said) in table.iter().zip(said) {
        assert!(said.contains(expected), "{name}: {said}");
    }
}

/// What a process of its own says, because the variable is the process's.
fn asked(url: &str, roots: &str) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--ignored", "--exact", "ask", "--nocapture"]);
    command.env("MASTIFF_TEST_URL", url).env("SSL_CERT_FILE", roots);
    // A proxy that nobody may use: if one did, there would be no answer.
    for proxy in ["ALL_PROXY", "HTTPS_PROXY", "https_proxy"] {
        command.env(proxy, "http://127.0.0.1:1");
    }
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// An authority and a server's certificate for `localhost`.
fn certificates(dir: &Path) -> bool {
    let make = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ca.key -out ca.pem && \
                openssl req -newkey rsa:2048 -nodes -subj /CN=server -keyout key.pem -out server.csr && \
                echo subjectAltName=DNS:localhost > names && \
                openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names \
                -out server.pem";
    if Command::new("openssl").arg("version").output().is_err() {
        return false;
    }
    let made = Command::new("sh").args(["-c", make]).current_dir(dir).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    true
}

/// A server, and the port that the system gave it.
fn server(dir: &Path) -> (Child, String) {
    let mut command = Command::new("openssl");
    command.args(["s_server", "-accept", "0", "-cert", "server.pem", "-key", "key.pem", "-www"]);
    command.current_dir(dir).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = lines.map_while(Result::ok).find(|line| line.starts_with("ACCEPT")).expect("a port");
    (child, line.rsplit(':').next().unwrap().trim().to_owned())
}
