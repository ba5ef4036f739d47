//! A server that says exactly what a test wants, even if no server should.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// What a server does with the connection once it has read the request.
pub type Answer = fn(&mut TcpStream);

/// A server for a few connections.
pub struct Server {
    pub address: String,
    requests: Receiver<String>,
}

impl Server {
    /// It answers every request alike, for as long as the test runs.
    pub fn new(answer: Answer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let (sender, requests) = channel();
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let request = read_request(&mut stream);
                let _ = sender.send(request);
                std::thread::spawn(move || answer(&mut stream));
            }
        });
        Server { address, requests }
    }

    pub fn url(&self) -> String {
        format!("http://{}/hook?a=1", self.address)
    }

    /// The next request it read, whole.
    pub fn request(&self) -> String {
        self.requests.recv_timeout(Duration::from_secs(120)).expect("a request")
    }

    /// No request arrived, nor does a late one.
    pub fn is_untouched(&self) -> bool {
        self.requests.recv_timeout(Duration::from_millis(300)).is_err()
    }
}

/// Head and body, by the length that the head tells.
fn read_request(stream: &mut impl Read) -> String {
    let (mut bytes, mut chunk) = (Vec::new(), [0; 4096]);
    while !is_whole(&bytes) {
        match stream.read(&mut chunk) {
            Ok(count) if count > 0 => bytes.extend(chunk.iter().take(count)),
            _ => break,
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn is_whole(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return false;
    };
    let lower = head.to_ascii_lowercase();
    let length = lower.lines().find_map(|line| line.strip_prefix("content-length:"));
    body.len() >= length.and_then(|length| length.trim().parse().ok()).unwrap_or(0)
}

/// Writes, whoever still listens.
pub fn say(stream: &mut impl Write, text: &str) {
    let _ = stream.write_all(text.as_bytes());
    let _ = stream.flush();
}
