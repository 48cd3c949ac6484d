# Generated from spec/ by `npm run generate`. Do not edit.
"""How a message to each demo number ends, by channel (ADR-0038)."""

OUTCOMES = {
    "+12025550101": {
        "SMS": {"status": "DELIVERED"},
        "CHATONE": {"status": "DELIVERED"},
        "CHATTWO": {"status": "UNDELIVERED", "reason": "not-chattwo-user"},
    },
    "+12025550102": {
        "SMS": {"status": "UNDELIVERED", "reason": "no-template-match"},
        "CHATONE": {"status": "UNDELIVERED", "reason": "no-template-match"},
        "CHATTWO": {"status": "UNDELIVERED", "reason": "no-template-match"},
    },
    "+12025550103": {
        "SMS": {"status": "DELIVERED"},
        "CHATONE": {"status": "DELIVERED"},
        "CHATTWO": {"status": "UNDELIVERED", "reason": "session-not-started"},
    },
    "+12025550104": {
        "SMS": {"status": "DELIVERED"},
        "CHATONE": {"status": "DELIVERED"},
        "CHATTWO": {"status": "UNDELIVERED", "reason": "daily-rate-limit"},
    },
    "+12025550105": {
        "SMS": {"status": "UNDELIVERED", "reason": "too-long-message"},
        "CHATONE": {"status": "UNDELIVERED", "reason": "too-long-message"},
        "CHATTWO": {"status": "UNDELIVERED", "reason": "too-long-message"},
    },
    "+12025550106": {
        "SMS": {"status": "DELIVERED"},
        "CHATONE": {"status": "DELIVERED"},
        "CHATTWO": {"status": "UNDELIVERED", "reason": "chat-window-closed"},
    },
    "+12025550107": {
        "SMS": {"status": "UNDELIVERED", "reason": "media-request-failed"},
        "CHATONE": {"status": "UNDELIVERED", "reason": "media-request-failed"},
        "CHATTWO": {"status": "UNDELIVERED", "reason": "media-request-failed"},
    },
    "+12025550108": {
        "SMS": {"status": "UNDELIVERED", "reason": "error-subject-unknown"},
        "CHATONE": {"status": "UNDELIVERED", "reason": "error-subject-unknown"},
        "CHATTWO": {"status": "UNDELIVERED", "reason": "error-subject-unknown"},
    },
    "+12025550109": {
        "SMS": {"status": "UNDELIVERED", "reason": "error-address-format"},
        "CHATONE": {"status": "UNDELIVERED", "reason": "error-address-format"},
        "CHATTWO": {"status": "UNDELIVERED", "reason": "error-address-format"},
    },
    "+12025550110": {
        "SMS": {"status": "UNDELIVERED", "reason": "duplicated"},
        "CHATONE": {"status": "UNDELIVERED", "reason": "duplicated"},
        "CHATTWO": {"status": "UNDELIVERED", "reason": "duplicated"},
    },
    "+12025550111": {
        "SMS": {"status": "UNDELIVERED", "reason": "message-undeliverable"},
        "CHATONE": {"status": "UNDELIVERED", "reason": "message-undeliverable"},
        "CHATTWO": {"status": "UNDELIVERED", "reason": "message-undeliverable"},
    },
    "+12025550112": {
        "SMS": {"status": "UNDELIVERED", "reason": "spam-rate-limit-hit"},
        "CHATONE": {"status": "UNDELIVERED", "reason": "spam-rate-limit-hit"},
        "CHATTWO": {"status": "UNDELIVERED", "reason": "spam-rate-limit-hit"},
    },
    "+12025550113": {
        "SMS": {"status": "UNDELIVERED", "reason": "marketing-template-undeliverable"},
        "CHATONE": {"status": "UNDELIVERED", "reason": "marketing-template-undeliverable"},
        "CHATTWO": {"status": "UNDELIVERED", "reason": "marketing-template-undeliverable"},
    },
    "+12025550120": {
        "SMS": {"status": "DELIVERED"},
        "CHATONE": {"status": "DELIVERED"},
        "CHATTWO": {"status": "DELIVERED"},
    },
    "+12025550121": {
        "SMS": {"status": "READ"},
        "CHATONE": {"status": "READ"},
        "CHATTWO": {"status": "READ"},
    },
    "+12025550122": {
        "SMS": {"status": "DELIVERED"},
        "CHATONE": {"status": "DELIVERED"},
        "CHATTWO": {"status": "DELIVERED"},
    },
    "+12025550123": {
        "SMS": {"status": "SENT"},
        "CHATONE": {"status": "SENT"},
        "CHATTWO": {"status": "SENT"},
    },
    "+12025550124": {
        "SMS": {"status": "UNDELIVERED", "reason": "message-undeliverable"},
        "CHATONE": {"status": "UNDELIVERED", "reason": "message-undeliverable"},
        "CHATTWO": {"status": "UNDELIVERED", "reason": "message-undeliverable"},
    },
    "+12025550125": {
        "SMS": {"status": "DELIVERED"},
        "CHATONE": {"status": "DELIVERED"},
        "CHATTWO": {"status": "DELIVERED"},
    },
    "+12025550126": {
        "SMS": {"status": "UNDELIVERED", "reason": "message-undeliverable"},
        "CHATONE": {"status": "UNDELIVERED", "reason": "message-undeliverable"},
        "CHATTWO": {"status": "UNDELIVERED", "reason": "message-undeliverable"},
    },
    "+12025550127": {
        "SMS": {"status": "DELIVERED"},
        "CHATONE": {"status": "DELIVERED"},
        "CHATTWO": {"status": "DELIVERED"},
    },
    "+12025550128": {
        "SMS": {"status": "DELIVERED"},
        "CHATONE": {"status": "DELIVERED"},
        "CHATTWO": {"status": "DELIVERED"},
    },
    "+12025550130": {
        "SMS": {"status": "DELIVERED"},
        "CHATONE": {"status": "UNDELIVERED", "reason": "message-undeliverable"},
        "CHATTWO": {"status": "UNDELIVERED", "reason": "not-chattwo-user"},
    },
    "+12025550199": {
        "SMS": {"status": "DELIVERED"},
        "CHATONE": {"status": "DELIVERED"},
        "CHATTWO": {"status": "DELIVERED"},
    },
}
