// Generated from spec/ by `npm run generate`. Do not edit.

/** Every demo number (ADR-0038) and what becomes of a message to it. */
export const demoNumbers = {
  "+12025550101": {
    "outcomes": {
      "SMS": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATONE": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATTWO": {
        "status": "UNDELIVERED",
        "reason": "not-chattwo-user"
      }
    },
    "failures": 0,
    "receipts": []
  },
  "+12025550102": {
    "outcomes": {
      "SMS": {
        "status": "UNDELIVERED",
        "reason": "no-template-match"
      },
      "CHATONE": {
        "status": "UNDELIVERED",
        "reason": "no-template-match"
      },
      "CHATTWO": {
        "status": "UNDELIVERED",
        "reason": "no-template-match"
      }
    },
    "failures": 0,
    "receipts": []
  },
  "+12025550103": {
    "outcomes": {
      "SMS": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATONE": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATTWO": {
        "status": "UNDELIVERED",
        "reason": "session-not-started"
      }
    },
    "failures": 0,
    "receipts": []
  },
  "+12025550104": {
    "outcomes": {
      "SMS": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATONE": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATTWO": {
        "status": "UNDELIVERED",
        "reason": "daily-rate-limit"
      }
    },
    "failures": 0,
    "receipts": []
  },
  "+12025550105": {
    "outcomes": {
      "SMS": {
        "status": "UNDELIVERED",
        "reason": "too-long-message"
      },
      "CHATONE": {
        "status": "UNDELIVERED",
        "reason": "too-long-message"
      },
      "CHATTWO": {
        "status": "UNDELIVERED",
        "reason": "too-long-message"
      }
    },
    "failures": 0,
    "receipts": []
  },
  "+12025550106": {
    "outcomes": {
      "SMS": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATONE": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATTWO": {
        "status": "UNDELIVERED",
        "reason": "chat-window-closed"
      }
    },
    "failures": 0,
    "receipts": []
  },
  "+12025550107": {
    "outcomes": {
      "SMS": {
        "status": "UNDELIVERED",
        "reason": "media-request-failed"
      },
      "CHATONE": {
        "status": "UNDELIVERED",
        "reason": "media-request-failed"
      },
      "CHATTWO": {
        "status": "UNDELIVERED",
        "reason": "media-request-failed"
      }
    },
    "failures": 0,
    "receipts": []
  },
  "+12025550108": {
    "outcomes": {
      "SMS": {
        "status": "UNDELIVERED",
        "reason": "error-subject-unknown"
      },
      "CHATONE": {
        "status": "UNDELIVERED",
        "reason": "error-subject-unknown"
      },
      "CHATTWO": {
        "status": "UNDELIVERED",
        "reason": "error-subject-unknown"
      }
    },
    "failures": 0,
    "receipts": []
  },
  "+12025550109": {
    "outcomes": {
      "SMS": {
        "status": "UNDELIVERED",
        "reason": "error-address-format"
      },
      "CHATONE": {
        "status": "UNDELIVERED",
        "reason": "error-address-format"
      },
      "CHATTWO": {
        "status": "UNDELIVERED",
        "reason": "error-address-format"
      }
    },
    "failures": 0,
    "receipts": []
  },
  "+12025550110": {
    "outcomes": {
      "SMS": {
        "status": "UNDELIVERED",
        "reason": "duplicated"
      },
      "CHATONE": {
        "status": "UNDELIVERED",
        "reason": "duplicated"
      },
      "CHATTWO": {
        "status": "UNDELIVERED",
        "reason": "duplicated"
      }
    },
    "failures": 0,
    "receipts": []
  },
  "+12025550111": {
    "outcomes": {
      "SMS": {
        "status": "UNDELIVERED",
        "reason": "message-undeliverable"
      },
      "CHATONE": {
        "status": "UNDELIVERED",
        "reason": "message-undeliverable"
      },
      "CHATTWO": {
        "status": "UNDELIVERED",
        "reason": "message-undeliverable"
      }
    },
    "failures": 0,
    "receipts": []
  },
  "+12025550112": {
    "outcomes": {
      "SMS": {
        "status": "UNDELIVERED",
        "reason": "spam-rate-limit-hit"
      },
      "CHATONE": {
        "status": "UNDELIVERED",
        "reason": "spam-rate-limit-hit"
      },
      "CHATTWO": {
        "status": "UNDELIVERED",
        "reason": "spam-rate-limit-hit"
      }
    },
    "failures": 0,
    "receipts": []
  },
  "+12025550113": {
    "outcomes": {
      "SMS": {
        "status": "UNDELIVERED",
        "reason": "marketing-template-undeliverable"
      },
      "CHATONE": {
        "status": "UNDELIVERED",
        "reason": "marketing-template-undeliverable"
      },
      "CHATTWO": {
        "status": "UNDELIVERED",
        "reason": "marketing-template-undeliverable"
      }
    },
    "failures": 0,
    "receipts": []
  },
  "+12025550120": {
    "outcomes": {
      "SMS": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATONE": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATTWO": {
        "status": "DELIVERED",
        "reason": null
      }
    },
    "failures": 0,
    "receipts": [
      {
        "status": "DELIVERED",
        "afterSeconds": 5
      }
    ]
  },
  "+12025550121": {
    "outcomes": {
      "SMS": {
        "status": "READ",
        "reason": null
      },
      "CHATONE": {
        "status": "READ",
        "reason": null
      },
      "CHATTWO": {
        "status": "READ",
        "reason": null
      }
    },
    "failures": 0,
    "receipts": [
      {
        "status": "DELIVERED",
        "afterSeconds": 1
      },
      {
        "status": "READ",
        "afterSeconds": 2
      }
    ]
  },
  "+12025550122": {
    "outcomes": {
      "SMS": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATONE": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATTWO": {
        "status": "DELIVERED",
        "reason": null
      }
    },
    "failures": 0,
    "receipts": [
      {
        "status": "DELIVERED",
        "afterSeconds": 60
      }
    ]
  },
  "+12025550123": {
    "outcomes": {
      "SMS": {
        "status": "SENT",
        "reason": null
      },
      "CHATONE": {
        "status": "SENT",
        "reason": null
      },
      "CHATTWO": {
        "status": "SENT",
        "reason": null
      }
    },
    "failures": 0,
    "receipts": []
  },
  "+12025550124": {
    "outcomes": {
      "SMS": {
        "status": "UNDELIVERED",
        "reason": "message-undeliverable"
      },
      "CHATONE": {
        "status": "UNDELIVERED",
        "reason": "message-undeliverable"
      },
      "CHATTWO": {
        "status": "UNDELIVERED",
        "reason": "message-undeliverable"
      }
    },
    "failures": "always",
    "receipts": []
  },
  "+12025550125": {
    "outcomes": {
      "SMS": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATONE": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATTWO": {
        "status": "DELIVERED",
        "reason": null
      }
    },
    "failures": 2,
    "receipts": []
  },
  "+12025550126": {
    "outcomes": {
      "SMS": {
        "status": "UNDELIVERED",
        "reason": "message-undeliverable"
      },
      "CHATONE": {
        "status": "UNDELIVERED",
        "reason": "message-undeliverable"
      },
      "CHATTWO": {
        "status": "UNDELIVERED",
        "reason": "message-undeliverable"
      }
    },
    "failures": 0,
    "receipts": [
      {
        "status": "UNDELIVERED",
        "afterSeconds": 5
      }
    ]
  },
  "+12025550127": {
    "outcomes": {
      "SMS": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATONE": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATTWO": {
        "status": "DELIVERED",
        "reason": null
      }
    },
    "failures": 0,
    "receipts": [
      {
        "status": "DELAYED",
        "afterSeconds": 1
      },
      {
        "status": "DELIVERED",
        "afterSeconds": 5
      }
    ]
  },
  "+12025550128": {
    "outcomes": {
      "SMS": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATONE": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATTWO": {
        "status": "DELIVERED",
        "reason": null
      }
    },
    "failures": 0,
    "receipts": [
      {
        "status": "DELIVERED",
        "afterSeconds": 1
      },
      {
        "status": "DELIVERED",
        "afterSeconds": 1
      },
      {
        "status": "SENT",
        "afterSeconds": 2
      }
    ]
  },
  "+12025550130": {
    "outcomes": {
      "SMS": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATONE": {
        "status": "UNDELIVERED",
        "reason": "message-undeliverable"
      },
      "CHATTWO": {
        "status": "UNDELIVERED",
        "reason": "not-chattwo-user"
      }
    },
    "failures": 0,
    "receipts": []
  },
  "+12025550199": {
    "outcomes": {
      "SMS": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATONE": {
        "status": "DELIVERED",
        "reason": null
      },
      "CHATTWO": {
        "status": "DELIVERED",
        "reason": null
      }
    },
    "failures": 0,
    "receipts": []
  }
} as const;
