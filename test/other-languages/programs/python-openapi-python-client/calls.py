import hashlib
import json
import sys
import time
from pathlib import Path

from api.api.assets import assets_create
from api.api.files import files_get
from api.api.imports import imports_create
from api.api.jobs import jobs_get
from api.api.products import products_bulk, products_create, products_get, products_list, products_patch
from api.api.webhooks import webhooks_create
from api.client import AuthenticatedClient
from api.models import (
    AssetUpload,
    BulkItem,
    BulkRequest,
    Error,
    ImportForm,
    JobStatus,
    ProductCreate,
    ProductInput,
    ProductsListSort,
    WebhookCreate,
    SubscriptionName,
)
from api.types import UNSET, File

base_url, key, files = sys.argv[1:4]
client = AuthenticatedClient(base_url=base_url, token=key)


def report(call: str, **saw: object) -> None:
    print(json.dumps({"call": call, **saw}))


created = products_create.sync_detailed(
    client=client,
    body=ProductCreate(sku="LAMP", name="Desk lamp", price=1234567.89, weight=0.1, length=99999999.9999),
    idempotency_key="lamp",
)
assert created.parsed is not None and not isinstance(created.parsed, Error), created.content
lamp = created.parsed.data
report("create", status=created.status_code, price=lamp.price, weight=lamp.weight, length=lamp.length)

read = products_get.sync_detailed("LAMP", client=client)
assert read.parsed is not None and not isinstance(read.parsed, Error), read.content
lamp, etag = read.parsed.data, read.headers["ETag"]
report("get", etag=etag, price=lamp.price, weight=lamp.weight, length=lamp.length)

unchanged = products_get.sync_detailed("LAMP", client=client, if_none_match=etag)
report("notModified", status=unchanged.status_code)

patched = products_patch.sync("LAMP", client=client, body=ProductInput(price=0.1), if_match=etag)
assert patched is not None and not isinstance(patched, Error), patched
report("patch", version=patched.data.version, price=patched.data.price)

stale = products_patch.sync_detailed("LAMP", client=client, body=ProductInput(price=5), if_match=etag)
assert isinstance(stale.parsed, Error), stale
report("stale", status=stale.status_code, code=stale.parsed.error.code)

invalid = products_create.sync_detailed(client=client, body=ProductCreate(sku="INVALID", gtin="4006381333932"))
assert isinstance(invalid.parsed, Error) and invalid.parsed.error.details, invalid
fields = invalid.parsed.error.details.field_errors
report(
    "invalid",
    status=invalid.status_code,
    code=invalid.parsed.error.code,
    fields=fields.additional_keys if fields else [],
)

items = [
    BulkItem(sku="BULK-1", name="One", price=0.1),
    BulkItem(sku="BULK-2", name="Two", price=1234567.89),
    BulkItem(sku="BULK-3", name="Three", price=99999999.9999),
    BulkItem(sku="BULK-4", gtin="4006381333932"),
]
bulk = products_bulk.sync(client=client, body=BulkRequest(items=items))
assert bulk is not None and not isinstance(bulk, Error), bulk
results = bulk.data.results
failure = results[3].error
report("bulk", statuses=[result.status for result in results], code=failure.code if failure else None)

skus: list[str] = []
pages = 0
cursor: str | None = None
while pages == 0 or cursor:
    page = products_list.sync(
        client=client,
        sku=["LAMP", "BULK-1", "BULK-2", "BULK-3"],
        sort=ProductsListSort.SKUASC,
        limit=2,
        cursor=cursor or UNSET,
    )
    assert page is not None and not isinstance(page, Error), page
    skus += [product.sku for product in page.data]
    cursor = page.pagination.next_cursor
    pages += 1
report("list", skus=skus, pages=pages)

with open(Path(files) / "pixel.png", "rb") as pixel:
    upload = AssetUpload(file=File(pixel, "pixel.png", "image/png"), alt_text="One pixel")
    uploaded = assets_create.sync(client=client, body=upload)
assert uploaded is not None and not isinstance(uploaded, Error), uploaded
asset = uploaded.data
report("upload", mimeType=asset.mime_type, altText=asset.alt_text)

downloaded = files_get.sync(asset.url.split("/")[-1], client=client)
assert isinstance(downloaded, File), downloaded
report("download", sha256=hashlib.sha256(downloaded.payload.read()).hexdigest())

with open(Path(files) / "products.csv", "rb") as rows:
    accepted = imports_create.sync(client=client, body=ImportForm(file=File(rows, "products.csv", "text/csv")))
assert accepted is not None and not isinstance(accepted, Error), accepted
while True:
    job = jobs_get.sync(accepted.data.job_id, client=client)
    assert job is not None and not isinstance(job, Error), job
    if job.data.status not in (JobStatus.QUEUED, JobStatus.RUNNING):
        break
    time.sleep(0.1)
report("import", status=job.data.status, errorCount=job.data.error_count)

hook = WebhookCreate(url="https://hooks.example.com/products", events=[SubscriptionName.PRODUCT_CREATED])
webhook = webhooks_create.sync(client=client, body=hook)
assert webhook is not None and not isinstance(webhook, Error), webhook
report("webhook", events=webhook.data.events, hasSecret=webhook.data.secret != "")
