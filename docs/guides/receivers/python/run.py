"""What the tests run: `vectors FILE` prints the names of those accepted, `serve SECRET` prints the port."""

import base64
import json
import sys
from http.server import HTTPServer

from receiver import Receiver, verify


def vectors(path):
    for vector in json.load(open(path, encoding="utf-8"))["vectors"]:
        body = vector["body"].encode() if vector["bodyEncoding"] == "utf8" else base64.b64decode(vector["body"])
        headers = {name.lower(): value for name, value in vector["headers"].items()}
        signature = headers.get("x-cl-signature", "")
        if verify(body, signature, vector["secrets"], vector["now"], vector["toleranceSeconds"]):
            print(vector["name"])


def serve(secret):
    Receiver.secrets = [secret]
    server = HTTPServer(("127.0.0.1", 0), Receiver)
    print(server.server_port, flush=True)
    server.serve_forever()


{"vectors": vectors, "serve": serve}[sys.argv[1]](sys.argv[2])
