"""Reads the callbacks of a provider."""

import json

from standardwebhooks import Webhook, WebhookVerificationError


def read_callback(headers, body, secrets):
    """The status event of a callback, or None: answer 401 then, and do nothing else.

    `body` is the bytes as they were received, for they are signed. Two secrets are current while one is replaced.
    Callbacks may arrive twice, and in another order: remember the header `webhook-id`, and ask for the history if the
    order matters.
    """
    for secret in secrets:
        try:
            Webhook(secret).verify(body, headers, json_parse=False)
        except (WebhookVerificationError, ValueError):  # ValueError: a header or a body that cannot be decoded
            continue
        return json.loads(body)
    return None
