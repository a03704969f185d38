use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// True when one of the secrets signed these raw bytes within the tolerance (seconds).
pub fn verify(body: &[u8], signature: &str, secrets: &[String], now: i64, tolerance: i64) -> bool {
    assert!(
        !secrets.is_empty() && secrets.iter().all(|secret| !secret.is_empty()),
        "A webhook secret is not set."
    );
    let parts = signature.split(',').map(str::trim);
    let parts: Vec<(&str, &str)> = parts
        .map(|part| part.split_once('=').unwrap_or((part, "")))
        .collect();
    let values = |name| {
        parts
            .iter()
            .filter(move |(key, _)| *key == name)
            .map(|(_, value)| *value)
    };
    let times: Vec<&str> = values("t").collect();
    let [time] = times[..] else { return false };
    if time.is_empty() || time.len() > 15 || !time.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let candidates: Vec<Vec<u8>> = values("v1").filter_map(from_hex).collect();
    let mut matches = 0;
    for secret in secrets {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes())
            .expect("HMAC takes keys of any length");
        mac.update(time.as_bytes());
        mac.update(b".");
        mac.update(body);
        // verify_slice compares in constant time.
        let is_right = |candidate: &&Vec<u8>| mac.clone().verify_slice(candidate).is_ok();
        matches += candidates.iter().filter(is_right).count();
    }
    let age = time.parse::<i64>().map(|t| (now - t).abs());
    matches > 0 && age.is_ok_and(|age| age <= tolerance)
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| (byte as char).to_digit(16);
    let pair = |pair: &[u8]| Some((digit(pair[0])? << 4 | digit(*pair.get(1)?)?) as u8);
    text.as_bytes().chunks(2).map(pair).collect()
}
