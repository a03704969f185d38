import sys

# Written by: openapi-python-client generate --url http://127.0.0.1:3000/api/v1/openapi.json --output-path api --meta none
from api.api.products import products_create, products_get, products_list, products_put
from api.client import AuthenticatedClient
from api.models import Error, ProductCreate, ProductInput, ProductsPutIfNoneMatch

base_url, key = sys.argv[1:3]
client = AuthenticatedClient(base_url=base_url, token=key)

lamp = ProductCreate(sku="PY-LAMP", name="Desk lamp", price=49)
created = products_create.sync_detailed(client=client, body=lamp, idempotency_key="py-lamp")
assert created.status_code == 201, created.content
assert created.parsed.data.sku == "PY-LAMP"

missing = products_get.sync("NOTHING", client=client)
assert isinstance(missing, Error) and missing.error.code == "not_found", missing

put = products_put.sync_detailed(
    "PY-LAMP", client=client, body=ProductInput(name="Lamp"), if_none_match=ProductsPutIfNoneMatch.VALUE_0
)
assert put.status_code == 412 and put.parsed.error.code == "precondition_failed", put.content

listed = products_list.sync(client=client, limit=10)
assert "PY-LAMP" in [product.sku for product in listed.data], listed
