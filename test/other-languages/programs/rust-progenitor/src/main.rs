//! Calls the API with the client that progenitor wrote in `build.rs`.

use futures::TryStreamExt;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

mod api {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}

use api::types::{self, BulkItem, BulkRequest, ProductCreate, ProductInput, WebhookCreate};
use api::{Client, ClientInfo, Error};

type Failure = Box<dyn std::error::Error>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().collect();
    let mut headers = reqwest::header::HeaderMap::new();
    headers.insert("authorization", format!("Bearer {}", arguments[2]).parse()?);
    let http = reqwest::Client::builder().default_headers(headers).build()?;
    let client = Client::new_with_client(&arguments[1], http);

    let body = ProductCreate::builder()
        .sku("LAMP")
        .name(types::ProductCreateName::try_from("Desk lamp")?)
        .price(1234567.89)
        .weight(0.1)
        .length(99999999.9999);
    let created = client.products_create().idempotency_key("lamp").body(body).send().await?;
    let status = created.status().as_u16();
    let lamp = created.into_inner().data;
    report("create", json!({ "status": status, "price": lamp.price, "weight": lamp.weight, "length": lamp.length }));

    let read = client.products_get().id_or_sku("LAMP").send().await?;
    let etag = read.headers()["etag"].to_str()?.to_owned();
    let lamp = read.into_inner().data;
    report("get", json!({ "etag": etag, "price": lamp.price, "weight": lamp.weight, "length": lamp.length }));

    let unchanged = client.products_get().id_or_sku("LAMP").if_none_match(etag.as_str()).send().await;
    report("notModified", json!({ "status": unchanged.err().and_then(|error| error.status()).map(|status| status.as_u16()) }));

    let patch = |price: f64| client.products_patch().id_or_sku("LAMP").if_match(etag.as_str()).body(ProductInput::builder().price(price));
    let patched = patch(0.1).send().await?.into_inner().data;
    report("patch", json!({ "version": patched.version, "price": patched.price }));

    let (status, stale) = error_of(patch(5.0).send().await)?;
    report("stale", json!({ "status": status, "code": stale.code }));

    let body = ProductCreate::builder().sku("INVALID").gtin(types::ProductCreateGtin::try_from("4006381333932")?);
    let (status, invalid) = error_of(client.products_create().body(body).send().await)?;
    let fields: Vec<_> = invalid.details.iter().flat_map(|details| details.field_errors.keys()).collect();
    report("invalid", json!({ "status": status, "code": invalid.code, "fields": fields }));

    let name = types::BulkItemName::try_from("Lamp")?;
    let item = |sku: &str, price: f64| BulkItem::builder().sku(sku).name(name.clone()).price(price).try_into();
    let items: Vec<BulkItem> = vec![
        item("BULK-1", 0.1)?,
        item("BULK-2", 1234567.89)?,
        item("BULK-3", 99999999.9999)?,
        BulkItem::builder().sku("BULK-4").gtin(types::BulkItemGtin::try_from("4006381333932")?).try_into()?,
    ];
    let bulk = client.products_bulk().body(BulkRequest::builder().items(items)).send().await?.into_inner();
    let statuses: Vec<_> = bulk.data.results.iter().map(|result| &result.status).collect();
    let code = bulk.data.results[3].error.as_ref().map(|error| &error.code);
    report("bulk", json!({ "statuses": statuses, "code": code }));

    let mut skus = Vec::new();
    let mut pages = 0;
    let mut cursor: Option<String> = None;
    loop {
        let wanted = ["LAMP", "BULK-1", "BULK-2", "BULK-3"].map(|sku| sku.parse().unwrap()).to_vec();
        let mut list = client.products_list().sku(wanted).sort(types::ProductsListSort::SkuAsc).limit(2);
        if let Some(cursor) = &cursor {
            list = list.cursor(cursor.as_str());
        }
        let page = list.send().await?.into_inner();
        skus.extend(page.data.into_iter().map(|product| product.sku));
        pages += 1;
        cursor = page.pagination.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    report("list", json!({ "skus": skus, "pages": pages }));

    // The upload by hand, to have something to download; the client has no multipart bodies.
    let file = reqwest::multipart::Part::bytes(std::fs::read(format!("{}/pixel.png", arguments[3]))?).file_name("pixel.png");
    let form = reqwest::multipart::Form::new().part("file", file);
    let uploaded = client.client().post(format!("{}/assets", client.baseurl())).multipart(form).send().await?;
    let asset: types::AssetResponse = uploaded.error_for_status()?.json().await?;
    let name = asset.data.url.rsplit('/').next().unwrap_or_default();
    let stream = client.files_get().file(name).send().await?.into_inner_stream();
    let chunks: Vec<bytes::Bytes> = stream.try_collect().await?;
    report("download", json!({ "sha256": format!("{:x}", Sha256::digest(chunks.concat())) }));

    let hook = WebhookCreate::builder()
        .url("https://hooks.example.com/products")
        .events(vec![types::SubscriptionName::ProductCreated]);
    let webhook = client.webhooks_create().body(hook).send().await?.into_inner().data;
    report("webhook", json!({ "events": webhook.events, "hasSecret": !webhook.secret.is_empty() }));
    Ok(())
}

/// What the server said was wrong.
fn error_of<T: std::fmt::Debug>(result: Result<T, Error<types::Error>>) -> Result<(u16, types::ErrorInfo), Failure> {
    match result {
        Err(Error::ErrorResponse(response)) => Ok((response.status().as_u16(), response.into_inner().error)),
        other => Err(format!("this should have failed: {other:?}").into()),
    }
}

fn report(call: &str, mut saw: Value) {
    saw["call"] = json!(call);
    println!("{saw}");
}
