import hashlib
import hmac
import json
import re
import time
from http.server import BaseHTTPRequestHandler


def verify(body: bytes, signature: str, secrets: list[str], now: float | None = None, tolerance: int = 300) -> bool:
    """True when one of the secrets signed these raw bytes within the tolerance (seconds)."""
    if not secrets or not all(secrets):
        raise ValueError("A webhook secret is not set.")
    parts = [part.strip().partition("=") for part in signature.split(",")]
    times = [value for key, _, value in parts if key == "t"]
    candidates = [value.lower().encode() for key, _, value in parts if key == "v1"]
    if len(times) != 1 or not re.fullmatch("[0-9]{1,15}", times[0]):
        return False
    signed = times[0].encode() + b"." + body
    expected = [hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode() for secret in secrets]
    matches = [hmac.compare_digest(e, candidate) for e in expected for candidate in candidates]
    age = abs(int(time.time() if now is None else now) - int(times[0]))
    return any(matches) and age <= tolerance


class Receiver(BaseHTTPRequestHandler):
    secrets: list[str] = []

    def do_POST(self):
        length = int(self.headers.get("Content-Length", "0"))
        if length > 4_000_000:
            return self.respond(413)
        body = self.rfile.read(length)
        if not verify(body, self.headers.get("X-CL-Signature", ""), self.secrets):
            return self.respond(403)
        self.handle_event(json.loads(body))
        return self.respond(204)

    def handle_event(self, event: dict):
        """Put it in a queue, unless event["id"] is there already."""

    def respond(self, status: int):
        self.send_response(status)
        self.end_headers()
