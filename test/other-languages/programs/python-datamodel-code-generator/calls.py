import hashlib
import json
import sys
import time
from pathlib import Path
from typing import TypeVar

import httpx
from pydantic import AnyUrl, BaseModel

from api.models import (
    Asset,
    BulkItem,
    BulkRequest,
    BulkResult,
    Error,
    ImportAccepted,
    Job,
    JobStatus,
    Pagination,
    Product,
    ProductCreate,
    ProductInput,
    WebhookCreate,
    SubscriptionName,
    WebhookWithSecret,
)

Model = TypeVar("Model", bound=BaseModel)

base_url, key, files = sys.argv[1:4]
api = httpx.Client(base_url=base_url, headers={"Authorization": f"Bearer {key}"})


def report(call: str, **saw: object) -> None:
    print(json.dumps({"call": call, **saw}))


def body_of(model: BaseModel) -> object:
    """What was set, by the names of the API."""
    return model.model_dump(mode="json", by_alias=True, exclude_unset=True)


def data_of(model: type[Model], response: httpx.Response) -> Model:
    return model.model_validate(response.raise_for_status().json()["data"])


def error_of(response: httpx.Response) -> Error:
    return Error.model_validate(response.json())


create = ProductCreate(sku="LAMP", name="Desk lamp", price=1234567.89, weight=0.1, length=99999999.9999)
created = api.post("/products", json=body_of(create), headers={"Idempotency-Key": "lamp"})
lamp = data_of(Product, created)
report("create", status=created.status_code, price=lamp.price, weight=lamp.weight, length=lamp.length)

read = api.get("/products/LAMP")
etag, lamp = read.headers["ETag"], data_of(Product, read)
report("get", etag=etag, price=lamp.price, weight=lamp.weight, length=lamp.length)

unchanged = api.get("/products/LAMP", headers={"If-None-Match": etag})
report("notModified", status=unchanged.status_code)

patch = body_of(ProductInput(price=0.1))
patched = data_of(Product, api.patch("/products/LAMP", json=patch, headers={"If-Match": etag}))
report("patch", version=patched.version, price=patched.price)

stale = api.patch("/products/LAMP", json=patch, headers={"If-Match": etag})
report("stale", status=stale.status_code, code=error_of(stale).error.code)

invalid = api.post("/products", json=body_of(ProductCreate(sku="INVALID", gtin="4006381333932")))
problem = error_of(invalid).error
assert problem.details and problem.details.fieldErrors, problem
report("invalid", status=invalid.status_code, code=problem.code, fields=list(problem.details.fieldErrors))

items = [
    BulkItem(sku="BULK-1", name="One", price=0.1),
    BulkItem(sku="BULK-2", name="Two", price=1234567.89),
    BulkItem(sku="BULK-3", name="Three", price=99999999.9999),
    BulkItem(sku="BULK-4", gtin="4006381333932"),
]
bulk = data_of(BulkResult, api.post("/products/bulk", json=body_of(BulkRequest(items=items))))
failure = bulk.results[3].error
report(
    "bulk",
    statuses=[result.status.value for result in bulk.results],
    code=failure.code if failure else None,
)

skus: list[str] = []
pages = 0
cursor: str | None = None
while pages == 0 or cursor:
    query: dict[str, str | int | list[str]] = {"sku": ["LAMP", "BULK-1", "BULK-2", "BULK-3"], "sort": "sku:asc", "limit": 2}
    page = api.get("/products", params=query | ({"cursor": cursor} if cursor else {})).json()
    skus += [Product.model_validate(product).sku for product in page["data"]]
    cursor = Pagination.model_validate(page["pagination"]).nextCursor
    pages += 1
report("list", skus=skus, pages=pages)

pixel = {"file": ("pixel.png", (Path(files) / "pixel.png").read_bytes(), "image/png")}
asset = data_of(Asset, api.post("/assets", files=pixel, data={"altText": "One pixel"}))
report("upload", mimeType=asset.mimeType, altText=asset.altText)

downloaded = api.get(f"/files/{asset.url.split('/')[-1]}")
report("download", sha256=hashlib.sha256(downloaded.content).hexdigest())

rows = {"file": ("products.csv", (Path(files) / "products.csv").read_bytes(), "text/csv")}
accepted = data_of(ImportAccepted, api.post("/imports", files=rows))
while (job := data_of(Job, api.get(f"/jobs/{accepted.jobId}"))).status in (JobStatus.queued, JobStatus.running):
    time.sleep(0.1)
report("import", status=job.status.value, errorCount=job.errorCount)

hook = WebhookCreate(url=AnyUrl("https://hooks.example.com/products"), events=[SubscriptionName.product_created])
webhook = data_of(WebhookWithSecret, api.post("/webhooks", json=body_of(hook)))
report("webhook", events=[event.value for event in webhook.events], hasSecret=webhook.secret != "")
