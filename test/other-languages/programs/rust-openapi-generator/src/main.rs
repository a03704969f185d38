//! Calls the API with the client that openapi-generator wrote into `api`.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use product_content::apis::configuration::Configuration;
use product_content::apis::{assets_api, files_api, imports_api, jobs_api, products_api, webhooks_api};
use product_content::models;
use reqwest_middleware::{ClientBuilder, Middleware, Next};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Status and ETag of the last response: the functions of the client return bodies alone.
#[derive(Clone, Default)]
struct LastResponse(Arc<Mutex<(u16, String)>>);

impl LastResponse {
    fn status(&self) -> u16 {
        self.0.lock().unwrap().0
    }

    fn etag(&self) -> String {
        self.0.lock().unwrap().1.clone()
    }
}

#[async_trait::async_trait]
impl Middleware for LastResponse {
    async fn handle(
        &self,
        request: reqwest::Request,
        extensions: &mut http::Extensions,
        next: Next<'_>,
    ) -> reqwest_middleware::Result<reqwest::Response> {
        let response = next.run(request, extensions).await?;
        let etag = response.headers().get("etag").and_then(|value| value.to_str().ok());
        *self.0.lock().unwrap() = (response.status().as_u16(), etag.unwrap_or_default().to_owned());
        Ok(response)
    }
}

type Failure = Box<dyn std::error::Error>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().collect();
    let files = Path::new(&arguments[3]);
    let last = LastResponse::default();
    let api = Configuration {
        base_path: arguments[1].clone(),
        bearer_access_token: Some(arguments[2].clone()),
        client: ClientBuilder::new(reqwest::Client::new()).with(last.clone()).build(),
        ..Configuration::default()
    };

    let product_create = models::ProductCreate {
        name: Some(Some("Desk lamp".into())),
        price: Some(Some(1234567.89)),
        weight: Some(Some(0.1)),
        length: Some(Some(99999999.9999)),
        ..models::ProductCreate::new("LAMP".into())
    };
    let lamp = products_api::products_create(&api, product_create, Some("lamp")).await?.data;
    report("create", json!({ "status": last.status(), "price": lamp.price, "weight": lamp.weight, "length": lamp.length }));

    let lamp = products_api::products_get(&api, "LAMP", None, None, None).await?.data;
    let etag = last.etag();
    report("get", json!({ "etag": etag, "price": lamp.price, "weight": lamp.weight, "length": lamp.length }));

    // A 304 has no body, which is an error to the client.
    let _ = products_api::products_get(&api, "LAMP", None, None, Some(&etag)).await;
    report("notModified", json!({ "status": last.status() }));

    let patch = models::ProductInput { price: Some(Some(0.1)), ..models::ProductInput::new() };
    let patched = products_api::products_patch(&api, "LAMP", patch.clone(), Some(&etag)).await?.data;
    report("patch", json!({ "version": patched.version, "price": patched.price }));

    let stale = error_of(products_api::products_patch(&api, "LAMP", patch, Some(&etag)).await)?;
    report("stale", json!({ "status": last.status(), "code": stale.code }));

    let product_create = models::ProductCreate {
        gtin: Some(Some("4006381333932".into())),
        ..models::ProductCreate::new("INVALID".into())
    };
    let invalid = error_of(products_api::products_create(&api, product_create, None).await)?;
    let fields = invalid.details.and_then(|details| details.field_errors).unwrap_or_default();
    let fields: Vec<_> = fields.keys().collect();
    report("invalid", json!({ "status": last.status(), "code": invalid.code, "fields": fields }));

    let item = |sku: &str, price| models::BulkItem {
        name: Some(Some("Lamp".into())),
        price: Some(Some(price)),
        ..models::BulkItem::new(sku.into())
    };
    let wrong = models::BulkItem { gtin: Some(Some("4006381333932".into())), ..models::BulkItem::new("BULK-4".into()) };
    let items = vec![item("BULK-1", 0.1), item("BULK-2", 1234567.89), item("BULK-3", 99999999.9999), wrong];
    let bulk = models::BulkRequest::new(items);
    let results = products_api::products_bulk(&api, bulk, None, None, None).await?.data.results;
    let statuses: Vec<_> = results.iter().map(|result| &result.status).collect();
    let code = results[3].error.as_ref().map(|error| &error.code);
    report("bulk", json!({ "statuses": statuses, "code": code }));

    let mut skus = Vec::new();
    let mut pages = 0;
    let mut cursor: Option<String> = None;
    loop {
        let skus_wanted = ["LAMP", "BULK-1", "BULK-2", "BULK-3"].map(String::from).to_vec();
        #[rustfmt::skip]
        let page = products_api::products_list(
            &api, None, Some(skus_wanted), None, None, None, None, None, None, None, None, None, None, None, None, None,
            Some("sku:asc"), None, None, None, Some(2), cursor.as_deref(), None,
        ).await?;
        skus.extend(page.data.into_iter().map(|product| product.sku));
        pages += 1;
        cursor = page.pagination.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    report("list", json!({ "skus": skus, "pages": pages }));

    let pixel = files.join("pixel.png");
    let asset = assets_api::assets_create(&api, pixel, None, Some("One pixel"), None, None).await?.data;
    report("upload", json!({ "mimeType": asset.mime_type, "altText": asset.alt_text }));

    let name = asset.url.rsplit('/').next().unwrap_or_default();
    let bytes = files_api::files_get(&api, name, None, None, None, None).await?.bytes().await?;
    report("download", json!({ "sha256": format!("{:x}", Sha256::digest(&bytes)) }));

    let rows = files.join("products.csv");
    #[rustfmt::skip]
    let accepted = imports_api::imports_create(
        &api, rows, None, None, None, None, None, None, None, None, None, None, None, None, None, None, None, None, None,
        None, None, None, None, None, None, None, None, None, None, None, None, None, None, None, None, None,
    ).await?.data;
    let job = loop {
        let job = jobs_api::jobs_get(&api, &accepted.job_id).await?.data;
        if !matches!(job.status, models::JobStatus::Queued | models::JobStatus::Running) {
            break job;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    report("import", json!({ "status": job.status, "errorCount": job.error_count }));

    let url = "https://hooks.example.com/products".to_owned();
    let events = vec![models::SubscriptionName::ProductCreated];
    let hook = models::WebhookCreate::new(url, events);
    let webhook = webhooks_api::webhooks_create(&api, hook, None).await?.data;
    report("webhook", json!({ "events": webhook.events, "hasSecret": !webhook.secret.is_empty() }));
    Ok(())
}

/// What the server said was wrong.
fn error_of<T, E>(result: Result<T, product_content::apis::Error<E>>) -> Result<models::ErrorInfo, Failure> {
    match result {
        Err(product_content::apis::Error::ResponseError(response)) => {
            Ok(*serde_json::from_str::<models::Error>(&response.content)?.error)
        }
        _ => Err("this should have failed".into()),
    }
}

fn report(call: &str, mut saw: Value) {
    saw["call"] = json!(call);
    println!("{saw}");
}
