"""Runs the test vectors of cascade messaging against a provider. Standard library only.

    python3 run.py spec/vectors/generated http://127.0.0.1:4010
"""

import base64
import hashlib
import hmac
import json
import pathlib
import re
import sys
import urllib.error
import urllib.request
import uuid


def send(base_url, request, long_text):
    body = request["body"].replace("{{requestId}}", str(uuid.uuid4())).replace("{{hex8}}", uuid.uuid4().hex[:8])
    data = body.replace("{{longText}}", "x" * long_text).encode()
    call = urllib.request.Request(base_url + request["path"], data, request["headers"], method=request["method"])
    try:
        with urllib.request.urlopen(call, timeout=30) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.read()


def permitted(answer, status, problem):
    wanted = answer["status"]
    if wanted != status and wanted != f"{status // 100}xx":
        return False
    if "titles" in answer and problem.get("title") not in answer["titles"]:
        return False
    return re.search(answer.get("detail", ""), str(problem.get("detail"))) is not None


def run_request(vector, base_url):
    status, content = send(base_url, vector["request"], vector.get("longText", 0))
    problem = json.loads(content) if status >= 400 else {}
    if any(permitted(answer, status, problem) for answer in vector["answers"]):
        return None
    return f"permitted {vector['answers']}, got {status} {problem}"


BRACKETS = re.compile(r"\[cascadeTemplateId:([\d,]+);(?:stageUuid:([^;\]]+);channelType|contentChannelType):([^;\]]+)\]")


def run_violations(vector, _):
    found = []
    for cascade_id, stage, channel in BRACKETS.findall(vector["detail"]):
        one = {"cascadeId": int(cascade_id.replace(",", "")), "channel": channel}
        found.append({"kind": "content-not-found", "stageUuid": stage, **one} if stage else {"kind": "stage-not-found", **one})
    return None if found == vector["violations"] else f"expected {vector['violations']}, read {found}"


def is_valid(vector):
    headers, body = vector["headers"], base64.b64decode(vector["bodyBase64"])
    sent_at = headers["webhook-timestamp"]
    if not sent_at.isdigit() or abs(vector["now"] - int(sent_at)) > 300:
        return False
    signed = f"{headers['webhook-id']}.{sent_at}.".encode() + body
    keys = [base64.b64decode(secret.removeprefix("whsec_")) for secret in vector["secrets"]]
    good = ["v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode() for key in keys]
    given = headers.get("webhook-signature", "").split()
    return any(hmac.compare_digest(one, other) for one in good for other in given)


def run_callback(vector, _):
    verdict = "valid" if is_valid(vector) else "invalid"
    return None if verdict == vector["verdict"] else f"expected {vector['verdict']}, found {verdict}"


def main(folder, base_url):
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for name, run in {"requests": run_request, "violations": run_violations, "callbacks": run_callback}.items():
        for vector in json.loads(pathlib.Path(folder, f"{name}.json").read_text("utf-8"))["vectors"]:
            fault = None if vector.get("needs") else run(vector, base_url)
            counts["skipped" if vector.get("needs") else "failed" if fault else "passed"] += 1
            if fault:
                print(f"{name} {vector.get('id', vector['says'])}: {fault}")
    print(", ".join(f"{count} {word}" for word, count in counts.items()))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
