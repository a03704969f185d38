import hashlib
import json
import sys
import time
from pathlib import Path

sys.path.append("api")
from product_content import (
    ApiClient,
    ApiException,
    AssetsApi,
    BulkItem,
    BulkRequest,
    Configuration,
    Error,
    FilesApi,
    ImportsApi,
    JobsApi,
    JobStatus,
    ProductCreate,
    ProductInput,
    ProductsApi,
    SubscriptionName,
    WebhookCreate,
    WebhooksApi,
)

base_url, key, files = sys.argv[1:4]
client = ApiClient(Configuration(host=base_url, access_token=key))
products = ProductsApi(client)


def report(call: str, **saw: object) -> None:
    print(json.dumps({"call": call, **saw}))


created = products.products_create_with_http_info(
    ProductCreate(sku="LAMP", name="Desk lamp", price=1234567.89, weight=0.1, length=99999999.9999),
    idempotency_key="lamp",
)
lamp = created.data.data
report("create", status=created.status_code, price=lamp.price, weight=lamp.weight, length=lamp.length)

read = products.products_get_with_http_info("LAMP")
assert read.headers
etag, lamp = read.headers["ETag"], read.data.data
report("get", etag=etag, price=lamp.price, weight=lamp.weight, length=lamp.length)

try:
    products.products_get("LAMP", if_none_match=etag)
except ApiException as unchanged:
    report("notModified", status=unchanged.status)

patched = products.products_patch("LAMP", ProductInput(price=0.1), if_match=etag).data
report("patch", version=patched.version, price=patched.price)

try:
    products.products_patch("LAMP", ProductInput(price=5), if_match=etag)
except ApiException as stale:
    assert isinstance(stale.data, Error), stale
    report("stale", status=stale.status, code=stale.data.error.code)

try:
    products.products_create(ProductCreate(sku="INVALID", gtin="4006381333932"))
except ApiException as invalid:
    assert isinstance(invalid.data, Error) and invalid.data.error.details, invalid
    fields = list(invalid.data.error.details.field_errors or {})
    report("invalid", status=invalid.status, code=invalid.data.error.code, fields=fields)

items = [
    BulkItem(sku="BULK-1", name="One", price=0.1),
    BulkItem(sku="BULK-2", name="Two", price=1234567.89),
    BulkItem(sku="BULK-3", name="Three", price=99999999.9999),
    BulkItem(sku="BULK-4", gtin="4006381333932"),
]
results = products.products_bulk(BulkRequest(items=items)).data.results
failure = results[3].error
report("bulk", statuses=[result.status for result in results], code=failure.code if failure else None)

skus: list[str] = []
pages = 0
cursor: str | None = None
while pages == 0 or cursor:
    page = products.products_list(sku=["LAMP", "BULK-1", "BULK-2", "BULK-3"], sort="sku:asc", limit=2, cursor=cursor)
    skus += [product.sku for product in page.data]
    cursor = page.pagination.next_cursor
    pages += 1
report("list", skus=skus, pages=pages)

pixel = ("pixel.png", (Path(files) / "pixel.png").read_bytes())
asset = AssetsApi(client).assets_create(pixel, alt_text="One pixel").data
report("upload", mimeType=asset.mime_type, altText=asset.alt_text)

content = FilesApi(client).files_get(asset.url.split("/")[-1])
report("download", sha256=hashlib.sha256(content).hexdigest())

rows = ("products.csv", (Path(files) / "products.csv").read_bytes())
job_id = ImportsApi(client).imports_create(rows).data.job_id
while (job := JobsApi(client).jobs_get(job_id).data).status in (JobStatus.QUEUED, JobStatus.RUNNING):
    time.sleep(0.1)
report("import", status=job.status, errorCount=job.error_count)

hook = WebhookCreate(url="https://hooks.example.com/products", events=[SubscriptionName.PRODUCT_DOT_CREATED])
webhook = WebhooksApi(client).webhooks_create(hook).data
report("webhook", events=webhook.events, hasSecret=webhook.secret != "")
