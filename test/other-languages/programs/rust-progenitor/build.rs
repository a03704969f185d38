//! Writes the client from `openapi.json`, without the operations that progenitor cannot write.

use std::{collections::BTreeSet, env, fs, path::Path};

use serde_json::Value;

fn main() {
    println!("cargo:rerun-if-changed=openapi.json");
    let mut document: Value = serde_json::from_str(&fs::read_to_string("openapi.json").unwrap()).unwrap();
    for path in document["paths"].as_object_mut().unwrap().values_mut() {
        path.as_object_mut().unwrap().retain(|_, operation| can_be_written(operation));
    }
    let document = serde_json::from_value(document).unwrap();
    let mut generator = progenitor::Generator::new(
        progenitor::GenerationSettings::default().with_interface(progenitor::InterfaceStyle::Builder),
    );
    let tokens = generator.generate_tokens(&document).unwrap();
    let code = prettyplease::unparse(&syn::parse2(tokens).unwrap());
    fs::write(Path::new(&env::var("OUT_DIR").unwrap()).join("client.rs"), code).unwrap();
}

/// With a body of JSON or none, and with successes of one media type.
fn can_be_written(operation: &Value) -> bool {
    let responses = operation["responses"].as_object().unwrap().iter();
    let successes: BTreeSet<_> = responses
        .filter(|(status, _)| status.starts_with('2'))
        .map(|(_, response)| response["content"].as_object().and_then(|content| content.keys().next()))
        .collect();
    let body = operation.pointer("/requestBody/content");
    successes.len() <= 1 && body.is_none_or(|content| content.get("application/json").is_some())
}
