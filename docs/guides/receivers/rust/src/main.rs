//! What the tests run: `vectors FILE` prints the names of the vectors that are accepted.

mod receiver;

use base64::{engine::general_purpose::STANDARD, Engine};
use std::{env, fs};

fn main() {
    let path = env::args().nth(2).expect("vectors FILE");
    for line in fs::read_to_string(path).expect("a readable file").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let secrets: Vec<String> = fields[3].split(',').map(text).collect();
        let [now, tolerance] = [fields[4], fields[5]].map(|field| field.parse().expect("a number"));
        if receiver::verify(
            &bytes(fields[1]),
            &text(fields[2]),
            &secrets,
            now,
            tolerance,
        ) {
            println!("{}", fields[0]);
        }
    }
}

fn bytes(base64: &str) -> Vec<u8> {
    STANDARD.decode(base64).expect("base64")
}

fn text(base64: &str) -> String {
    String::from_utf8(bytes(base64)).expect("UTF-8")
}
