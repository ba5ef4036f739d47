//! Hooks as requests, to servers that answer, and to those that should not be let near a network.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so"
)]

mod support;

use mastiff_core::hook::{Ended, Http, Method, Ran};
use mastiff_engine::hooks::Cancel;
use mastiff_engine::hooks::http::{Request, request};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;
use support::server::{Answer, Server, say};

/// Far more than anything here takes on a busy machine.
const LONG: Duration = Duration::from_secs(240);

/// A timeout that is meant to be reached.
const SHORT: Duration = Duration::from_millis(400);

const BODY: &str = "{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"echo 'ü' \\r\\n\"}}";

fn post(url: &str) -> Http {
    Http { url: url.to_owned(), method: Method::Post, headers: vec![], allowed_env: vec![] }
}

fn send(http: &Http, timeout: Duration) -> Ran {
    request(&Request { http, body: BODY, env: &[], timeout }, &Cancel::new())
}

#[test]
fn any_status_is_an_answer() {
    let table: &[(Answer, u16, &str)] = &[
        (|s| say(s, "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"), 200, "{}"),
        (|s| say(s, "HTTP/1.1 200 OK\r\n\r\nuntil it closes"), 200, "until it closes"),
        (|s| say(s, "HTTP/1.0 200 OK\r\n\r\nold"), 200, "old"),
        (
            |s| say(s, "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"),
            200,
            "abc",
        ),
        (|s| say(s, "HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabcdef"), 200, "abc"),
        (|s| say(s, "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"), 200, ""),
        (|s| say(s, "HTTP/1.1 204 No Content\r\n\r\n"), 204, ""),
        (|s| say(s, "HTTP/1.1 304 Not Modified\r\n\r\n"), 304, ""),
        (|s| say(s, "HTTP/1.1 403 Forbidden\r\ncontent-length: 4\r\n\r\ndeny"), 403, "deny"),
        (|s| say(s, "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n"), 404, ""),
        (|s| say(s, "HTTP/1.1 500 Oh\r\ncontent-length: 3\r\n\r\nbad"), 500, "bad"),
        (|s| say(s, "HTTP/1.1 599 Who\r\ncontent-length: 0\r\n\r\n"), 599, ""),
    ];
    for (answer, status, body) in table {
        let server = Server::new(*answer);
        let ran = send(&post(&server.url()), LONG);
        assert_eq!((ran.how, ran.stdout.text.as_str()), (Ended::Answered(*status), *body));
        assert_eq!((ran.stdout.dropped, ran.stderr.text.as_str()), (0, ""));
    }
}

#[test]
fn no_answer_has_a_reason_and_no_text() {
    let table: &[(&str, Answer)] = &[
        ("nothing", |_| {}),
        ("half a head", |s| say(s, "HTTP/1.1 200 OK\r\ncontent-le")),
        ("closes midway", |s| say(s, "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"decision\":")),
        ("half a chunk", |s| say(s, "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nab")),
        ("no last chunk", |s| say(s, "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n")),
        ("a chunk of no size", |s| {
            say(s, "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n")
        }),
        ("no length", |s| say(s, "HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n{}")),
        ("garbage", |s| say(s, "\0\u{1}\u{2}what is this\r\n\r\n")),
        ("another protocol", |s| say(s, "SSH-2.0-OpenSSH_9.6\r\n")),
        ("another status", |s| say(s, "HTTP/1.1 ok OK\r\n\r\n")),
        ("an endless head", |s| {
            (0..100_000).for_each(|n| say(s, &format!("HTTP/1.1 200 OK\r\nx-{n}: y\r\n")))
        }),
    ];
    for (name, answer) in table {
        let server = Server::new(*answer);
        let ran = send(&post(&server.url()), LONG);
        assert!(matches!(&ran.how, Ended::Unanswered(why) if !why.is_empty()), "{name}: {ran:?}");
        assert_eq!(ran.stdout.text, "", "{name}: half an answer is none");
    }
}

fn drip(stream: &mut TcpStream, head: &str) {
    say(stream, head);
    for _ in 0..600 {
        say(stream, "a");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn slow_servers_end_at_the_timeout() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let never_accepted = format!("http://{}/", silent.local_addr().unwrap());
    let table: &[(&str, Answer)] = &[
        ("never answers", |_| std::thread::sleep(LONG)),
        ("drips a head", |s| drip(s, "HTTP/1.1 200 OK\r\nx: ")),
        ("drips a body", |s| drip(s, "HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n")),
        ("drips without a length", |s| drip(s, "HTTP/1.1 200 OK\r\n\r\n")),
        ("stops behind the head", |s| {
            say(s, "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n");
            std::thread::sleep(LONG);
        }),
    ];
    let servers: Vec<_> = table.iter().map(|(name, answer)| (*name, Server::new(*answer).url())).collect();
    for (name, url) in servers.iter().chain([&("is never spoken to", never_accepted)]) {
        let ran = send(&post(url), SHORT);
        assert_eq!((ran.how, ran.stdout.text.as_str()), (Ended::TimedOut, ""), "{name}");
    }
    assert_eq!(send(&post(&servers[0].1), Duration::ZERO).how, Ended::TimedOut);
}

#[test]
fn a_long_timeout_is_no_error() {
    let server = Server::new(|s| say(s, "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
    assert_eq!(send(&post(&server.url()), Duration::MAX).how, Ended::Answered(200));
}

#[test]
fn a_redirect_is_an_answer_and_is_not_followed() {
    let elsewhere = Server::new(|s| say(s, "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
    for status in [301, 302, 303, 307, 308] {
        let head = format!(
            "HTTP/1.1 {status} There\r\nlocation: {}\r\ncontent-length: 4\r\n\r\nmore",
            elsewhere.url()
        );
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = std::io::Read::read(&mut stream, &mut [0; 4096]);
            say(&mut stream, &head);
        });
        let ran = send(&post(&url), LONG);
        assert_eq!((ran.how, ran.stdout.text.as_str()), (Ended::Answered(status), "more"));
    }
    assert!(elsewhere.is_untouched(), "it was contacted");
}

#[test]
fn what_is_sent() {
    let server = Server::new(|s| say(s, "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
    send(&post(&server.url()), LONG);
    let (head, body) = received(&server);
    assert!(head.starts_with("post /hook?a=1 http/1.1\r\n"), "{head}");
    assert_eq!(body, BODY);
    for line in [
        "content-type: application/json".to_owned(),
        format!("content-length: {}", BODY.len()),
        format!("user-agent: mastiff/{}", env!("CARGO_PKG_VERSION")),
        format!("host: {}", server.address),
    ] {
        assert_eq!(head.lines().filter(|found| **found == line).count(), 1, "{line} in {head}");
    }

    send(&Http { method: Method::Get, ..post(&server.url()) }, LONG);
    let (head, body) = received(&server);
    assert!(head.starts_with("get /hook?a=1 http/1.1\r\n"), "{head}");
    assert!(!head.contains("content-"), "{head}");
    assert_eq!(body, "");
}

/// Head, in lower case, and body.
fn received(server: &Server) -> (String, String) {
    let request = server.request();
    let (head, body) = request.split_once("\r\n\r\n").expect("an end of the head");
    (head.to_ascii_lowercase(), body.to_owned())
}

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn headers_show_what_they_may() {
    let server = Server::new(|s| say(s, "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
    let headers = [
        ("Authorization", "Bearer $TOKEN"),
        ("X-Both", "${TOKEN}/${SECRET}/$PATH"),
        ("Content-Type", "application/vnd.hook+json"),
        ("User-Agent", "own"),
    ];
    let http = Http { headers: pairs(&headers), allowed_env: vec!["TOKEN".into()], ..post(&server.url()) };
    let env = pairs(&[("TOKEN", "t0k"), ("SECRET", "s3c")]);
    let ran = request(&Request { http: &http, body: BODY, env: &env, timeout: LONG }, &Cancel::new());
    assert_eq!(ran.how, Ended::Answered(200));
    let (head, _) = received(&server);
    let lines = [
        "authorization: bearer t0k",
        "x-both: t0k//",
        "content-type: application/vnd.hook+json",
        "user-agent: own",
    ];
    for line in lines {
        assert_eq!(head.lines().filter(|found| *found == line).count(), 1, "{line} in {head}");
    }
    assert!(!head.contains("application/json") && !head.contains("s3c"), "{head}");
}

#[test]
fn headers_cannot_smuggle() {
    let server = Server::new(|s| say(s, "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
    for (name, value) in [
        ("X-A", "$EVIL"),
        ("X-A", "a\r\nX-B: b"),
        ("X-A", "a\nb"),
        ("X-A\r\nX-B", "b"),
        ("X A", "b"),
        ("", "b"),
        ("Content-Length", "1"),
        ("Transfer-Encoding", "chunked"),
    ] {
        let headers = pairs(&[(name, value)]);
        let http = Http { headers, allowed_env: vec!["EVIL".into()], ..post(&server.url()) };
        let env = pairs(&[("EVIL", "hidden\r\nX-Evil: 1")]);
        let ran = request(&Request { http: &http, body: BODY, env: &env, timeout: LONG }, &Cancel::new());
        let Ended::Unanswered(why) = &ran.how else {
            panic!("{name:?}: {value:?}: {ran:?}");
        };
        assert!(!why.contains("hidden"), "{name:?}: {why}");
    }
    assert!(server.is_untouched(), "something was sent");
}

#[test]
fn only_urls_of_web_servers() {
    let refused = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let urls = [
        &format!("http://{refused}/"),
        "",
        "hook",
        "/hook",
        "localhost:80",
        "ftp://localhost/hook",
        "file:///etc/passwd",
        "unix:///run/hook",
        "http://",
        "http:///hook",
        "http://:80/",
        "http://local host/",
        "http://localhost:99999/",
        "http://localhost/\r\nX-A: b",
        "http://hook.invalid/",
    ];
    for url in urls {
        let ran = send(&post(url), LONG);
        assert!(matches!(&ran.how, Ended::Unanswered(why) if !why.is_empty()), "{url:?}: {ran:?}");
    }
}

#[test]
fn a_huge_body_is_cut() {
    fn pour(stream: &mut TcpStream, head: &str, mib: usize) {
        say(stream, head);
        let part = "x".repeat(1 << 20);
        (0..mib).for_each(|_| say(stream, &part));
    }
    let table: &[(Answer, bool)] = &[
        (|s| pour(s, "HTTP/1.1 200 OK\r\ncontent-length: 1048576\r\n\r\n", 1), false),
        (|s| pour(s, "HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n", 1024), true),
        (|s| pour(s, "HTTP/1.1 200 OK\r\n\r\n", 1 << 20), true),
    ];
    for (answer, is_cut) in table {
        let ran = send(&post(&Server::new(*answer).url()), LONG);
        assert_eq!((ran.how, ran.stdout.text.len()), (Ended::Answered(200), 1 << 20));
        assert_eq!(ran.stdout.dropped > 0, *is_cut);
    }
}

#[test]
fn cancelled_is_not_waited_for() {
    let server = Server::new(|_| std::thread::sleep(LONG));
    let (http, cancel) = (post(&server.url()), Cancel::new());
    let ran = std::thread::scope(|scope| {
        let waiting =
            scope.spawn(|| request(&Request { http: &http, body: BODY, env: &[], timeout: LONG }, &cancel));
        server.request();
        cancel.cancel();
        waiting.join().unwrap()
    });
    assert_eq!(ran.how, Ended::Cancelled);
    let ran = request(&Request { http: &http, body: BODY, env: &[], timeout: LONG }, &cancel);
    assert_eq!(ran.how, Ended::Cancelled);
    assert!(server.is_untouched());
}
