"""What a document cannot say of a request, for the checks of Schemathesis.

A failure of a check is dropped only if the response itself shows why the request was treated as it was.
"""

import json
import os
import re

import schemathesis

# Why a request that fits the document is refused: it refers to what is not there, or breaks a rule of several fields.
# Anything else that is refused with 422 is a rule that the document has to state. The fields, and the messages.
UNSAYABLE = [
    (re.compile(fields), re.compile(message, re.DOTALL))
    for fields, message in (
        # Records and settings of the workspace.
        (r"", r"^There is no "),
        (r"", r"^The [a-z ]+( \".*\")? does not exist\.$"),
        (r"", r"^No [a-z ]+ \".*\" exists\.$"),
        (r"", r"^The workspace has no (locale|currency) "),
        (r"", r"^Not a locale of the workspace: "),
        (r"(^|\.)(locales?|currenc(y|ies))(\.\d+)?$", r"^Must be one of the workspace’s "),
        (r"^prices?(\.|$)", r"Must be one of the workspace’s "),
        (r"^cursor$", r"^(Is not a cursor of this API|Belongs to another filter)"),
        (r"^after$", r"^The event is no longer kept"),
        (r"^w$", r"^This file has no renditions\.$"),
        # Several fields together, or those of the record as it is.
        (r"^cursor$", r"^Send either page or cursor\.$"),
        (r"^name$", r"^Required\.$"),
        (r"^options\.missing$", r"^Products can only be archived when rows name them by SKU"),
        (r"^status$", r" can only become "),
        (r"^(parent|type|variantAxes)(\.|$)", r"^(A variant needs|Only a|The (product|attribute) \".*\" is not|Cannot change) "),
        (r"^(parent|reassign_to)$", r"^(A category cannot be moved|The tree has at most|Must not be the category itself)"),
        (r"^sku$", r"^Must be the SKU in the path\.$"),
        (r"^prices?(\.|$)", r"^(Contradicts|Needs an amount|The product's currency is)"),
        (r"^images\.\d+", r"^Belongs to a different asset"),
        (r"", r"^(Makes the product larger|Gives the product more) than "),
        (r"", r" is listed twice\.$"),
        (r"", r"^Applies to (CSV|products) only"),
        (r"^mapping\.\d+\.target$", r"^(Is repeated|\w+ has no such field)\.$"),
        (r"^mapping\.\d+\.source$", r" is not a column key\.$"),
        (r"^mapping\.\d+\.transform$", r" can only be applied to "),
        # What a value of an attribute may be, and what the attribute may have, depends on its type and rules.
        (r"^(translations\.[\w-]+\.)?attributes\.", r""),
        (r"", r"^An? (\w+ )?attribute( of type \w+)? (cannot be|cannot have|has no) "),
        (r"^(validation|defaultValue)(\.|$)", r""),
        (r"^options$", r"^An attribute has at most "),
        # Which settings and credentials a channel has depends on its platform.
        (r"^(settings|credentials)(\.|$)", r"^(Unknown field|Required|Must be one of .*)\.$"),
        # What a file or an address holds.
        (r"^file$", r"^((The file|No column is recognised as|Takes longer) |Must not be empty\.$)"),
        (r"^mapping(\.|$)", r"^(No column is mapped to|The file has no such column)"),
        (r"^options\.transform$", r"^The transformation needs "),
        (r"(^|\.)url$", r"^The host name could not be resolved\.$"),
        # A server for development takes http.
        (r"(^|\.)url$", r"^The URL must begin with https://\.$"),
        # What is past when it arrives, or outlives the key that is used.
        (r"^expiresAt$", r"^Must (be in the future|not be after the calling key expires)"),
        # Decimals of a number that has no exact form in binary.
        (r"", r"^Must have at most 4 decimals\.$"),
        # A check digit.
        (r"^gtin$", r"^Must be a GTIN of "),
        # Hundreds of names, whose form alone the document gives.
        (r"(^|\.)(currency|currencies\.\d+|prices\.[A-Z]{3})$", r"^Must be an ISO 4217 currency code\.$"),
        (r"(^|\.)encoding$", r" is not a known encoding\.$"),
    )
]

OWN_KEY = os.environ["OWN_KEY_ID"]


@schemathesis.serializer("application/x-ndjson")
def write_lines(context, value):
    text = value if isinstance(value, str) else json.dumps(value)
    return {"data": text.encode("utf8", "ignore")}


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """False drops the failure."""
    explain = EXPLANATIONS.get(type(failure).__name__)
    return explain is None or not explain(failure, case, response)


@schemathesis.hook
def filter_case(context, case):
    """The key that the fuzzer calls with is not revoked."""
    return not (case.method == "DELETE" and case.path == "/keys/{id}" and case.path_parameters.get("id") == OWN_KEY)


def explains_refusal(failure, case, response):
    """A request that fits the document, and was refused."""
    headers = {name.lower() for name in (case.headers or {})}
    conditions = headers & {"if-match", "if-none-match", "if-range", "if-modified-since"}
    error = error_of(response)
    if response.status_code == 412:
        return bool(conditions)
    if response.status_code == 416:
        return "range" in headers
    # The coverage phase takes `If-Match: 0` for valid, which its pattern refuses.
    if response.status_code == 400:
        return bool(re.match(r"^If-(None-)?Match must be ", error.get("message", ""))) and bool(conditions)
    # A list or a text may be too long for the bytes of a body before it is too long for its schema.
    if response.status_code == 413:
        return case.method in ("POST", "PUT", "PATCH")
    if response.status_code != 422:
        return False
    if error.get("code") == "idempotency_key_reused":
        return "idempotency-key" in headers
    problems = (error.get("details") or {}).get("fieldErrors", {}).items()
    return len(problems) > 0 and all(is_unsayable(field, message) for field, message in problems)


def is_unsayable(field, message):
    return any(fields.search(field) and rule.search(message) for fields, rule in UNSAYABLE)


def explains_acceptance(failure, case, response):
    """A request that does not fit the document, and was accepted.

    In a batch, the items that do not fit failed, each alone. Platforms without credentials take an empty object of them.
    """
    if case.path in ("/channels", "/channels/{id}") and response.status_code in (200, 201):
        return response.json()["data"]["platform"] != "http" and case.body.get("credentials") == {}
    if not case.path.startswith("/products/bulk") or response.status_code != 200:
        return False
    return response.json()["data"]["summary"]["failed"] > 0


def explains_methods(failure, case, response):
    """`Allow` has methods beside those of the path: it is also one of a path with a parameter, such as a SKU."""
    paths = [path for path in case.operation.schema if matches(path, case.path)]
    others = {method.upper() for path in paths for method in case.operation.schema[path]}
    return not failure.missing_methods and set(failure.undocumented_methods) <= others


def matches(template, path):
    return re.fullmatch(re.sub(r"\{\w+\}", "[^/{}]+", template), path) is not None


def error_of(response):
    try:
        return response.json().get("error", {})
    except ValueError:
        return {}


EXPLANATIONS = {
    "RejectedPositiveData": explains_refusal,
    "AcceptedNegativeData": explains_acceptance,
    "AllowHeaderMismatch": explains_methods,
}
