// Generated from spec/ by `npm run generate`. Do not edit.
export const sampleProvider = {
  "accounts": [
    {
      "name": "demo",
      "keys": [
        {
          "key": "demo-key"
        },
        {
          "key": "demo-key-expired",
          "expiresAt": "2026-01-01T00:00:00Z"
        }
      ],
      "balance": 100000000,
      "prices": {
        "SMS": 5,
        "CHATONE": 2,
        "CHATTWO": 3
      },
      "cascades": [
        {
          "id": 2002,
          "name": "One-time codes",
          "stages": [
            {
              "uuid": "8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002",
              "channel": "SMS",
              "subject": {
                "id": 1,
                "subject": "codes"
              }
            }
          ]
        },
        {
          "id": 4010,
          "name": "Support",
          "stages": [
            {
              "uuid": "55cf6d4b-2e99-4b25-8930-c81cd66bd114",
              "channel": "CHATTWO",
              "subject": {
                "id": 2,
                "subject": "support"
              }
            }
          ]
        },
        {
          "id": 31634,
          "name": "Newsletter",
          "stages": [
            {
              "uuid": "c2b0f4f4-6ed0-4b8f-9d54-6b0f3a531634",
              "channel": "CHATONE",
              "ttl": "00:05:00",
              "subject": {
                "id": 2,
                "subject": "news"
              }
            },
            {
              "uuid": "2ede9313-0539-463a-9ec3-898506f4937a",
              "channel": "CHATTWO",
              "subject": {
                "id": 2,
                "subject": "news"
              }
            }
          ]
        },
        {
          "id": 1000000,
          "name": "Order updates",
          "stages": [
            {
              "uuid": "f0b5a7d2-36f8-4f0a-9a4b-1d2c3e100001",
              "channel": "CHATTWO",
              "ttl": "00:05:00",
              "subject": {
                "id": 3,
                "subject": "orders"
              }
            },
            {
              "uuid": "f0b5a7d2-36f8-4f0a-9a4b-1d2c3e100002",
              "channel": "CHATONE",
              "ttl": "00:05:00",
              "subject": {
                "id": 3,
                "subject": "orders"
              }
            },
            {
              "uuid": "f0b5a7d2-36f8-4f0a-9a4b-1d2c3e100003",
              "channel": "SMS",
              "subject": {
                "id": 1,
                "subject": "orders"
              }
            }
          ]
        },
        {
          "id": 50505,
          "name": "Older coverage check",
          "coverage": "code",
          "stages": [
            {
              "uuid": "0d9b1f0a-7a55-4c9e-8c0f-5a5a5a050501",
              "channel": "SMS",
              "ttl": "00:05:00",
              "subject": {
                "id": 1,
                "subject": "codes"
              }
            },
            {
              "uuid": "0d9b1f0a-7a55-4c9e-8c0f-5a5a5a050502",
              "channel": "CHATONE",
              "subject": {
                "id": 2,
                "subject": "codes"
              }
            }
          ]
        }
      ],
      "callback": {
        "secrets": [
          "whsec_Y2FzY2FkZS1tb2NrLWRlbW8tc2VjcmV0"
        ]
      }
    },
    {
      "name": "poor",
      "keys": [
        {
          "key": "poor-key"
        }
      ],
      "balance": 0,
      "prices": {
        "SMS": 5,
        "CHATONE": 2,
        "CHATTWO": 3
      },
      "cascades": [
        {
          "id": 2002,
          "name": "One-time codes",
          "stages": [
            {
              "uuid": "8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002",
              "channel": "SMS",
              "subject": {
                "id": 1,
                "subject": "codes"
              }
            }
          ]
        },
        {
          "id": 4010,
          "name": "Support",
          "stages": [
            {
              "uuid": "55cf6d4b-2e99-4b25-8930-c81cd66bd114",
              "channel": "CHATTWO",
              "subject": {
                "id": 2,
                "subject": "support"
              }
            }
          ]
        },
        {
          "id": 31634,
          "name": "Newsletter",
          "stages": [
            {
              "uuid": "c2b0f4f4-6ed0-4b8f-9d54-6b0f3a531634",
              "channel": "CHATONE",
              "ttl": "00:05:00",
              "subject": {
                "id": 2,
                "subject": "news"
              }
            },
            {
              "uuid": "2ede9313-0539-463a-9ec3-898506f4937a",
              "channel": "CHATTWO",
              "subject": {
                "id": 2,
                "subject": "news"
              }
            }
          ]
        },
        {
          "id": 1000000,
          "name": "Order updates",
          "stages": [
            {
              "uuid": "f0b5a7d2-36f8-4f0a-9a4b-1d2c3e100001",
              "channel": "CHATTWO",
              "ttl": "00:05:00",
              "subject": {
                "id": 3,
                "subject": "orders"
              }
            },
            {
              "uuid": "f0b5a7d2-36f8-4f0a-9a4b-1d2c3e100002",
              "channel": "CHATONE",
              "ttl": "00:05:00",
              "subject": {
                "id": 3,
                "subject": "orders"
              }
            },
            {
              "uuid": "f0b5a7d2-36f8-4f0a-9a4b-1d2c3e100003",
              "channel": "SMS",
              "subject": {
                "id": 1,
                "subject": "orders"
              }
            }
          ]
        },
        {
          "id": 50505,
          "name": "Older coverage check",
          "coverage": "code",
          "stages": [
            {
              "uuid": "0d9b1f0a-7a55-4c9e-8c0f-5a5a5a050501",
              "channel": "SMS",
              "ttl": "00:05:00",
              "subject": {
                "id": 1,
                "subject": "codes"
              }
            },
            {
              "uuid": "0d9b1f0a-7a55-4c9e-8c0f-5a5a5a050502",
              "channel": "CHATONE",
              "subject": {
                "id": 2,
                "subject": "codes"
              }
            }
          ]
        }
      ],
      "callback": {
        "secrets": [
          "whsec_Y2FzY2FkZS1tb2NrLWRlbW8tc2VjcmV0"
        ]
      }
    },
    {
      "name": "lenient",
      "keys": [
        {
          "key": "lenient-key"
        }
      ],
      "balance": 100000000,
      "prices": {
        "SMS": 5,
        "CHATONE": 2,
        "CHATTWO": 3
      },
      "cascades": [
        {
          "id": 2002,
          "name": "One-time codes",
          "stages": [
            {
              "uuid": "8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002",
              "channel": "SMS",
              "subject": {
                "id": 1,
                "subject": "codes"
              }
            }
          ]
        },
        {
          "id": 4010,
          "name": "Support",
          "stages": [
            {
              "uuid": "55cf6d4b-2e99-4b25-8930-c81cd66bd114",
              "channel": "CHATTWO",
              "subject": {
                "id": 2,
                "subject": "support"
              }
            }
          ]
        },
        {
          "id": 31634,
          "name": "Newsletter",
          "stages": [
            {
              "uuid": "c2b0f4f4-6ed0-4b8f-9d54-6b0f3a531634",
              "channel": "CHATONE",
              "ttl": "00:05:00",
              "subject": {
                "id": 2,
                "subject": "news"
              }
            },
            {
              "uuid": "2ede9313-0539-463a-9ec3-898506f4937a",
              "channel": "CHATTWO",
              "subject": {
                "id": 2,
                "subject": "news"
              }
            }
          ]
        },
        {
          "id": 1000000,
          "name": "Order updates",
          "stages": [
            {
              "uuid": "f0b5a7d2-36f8-4f0a-9a4b-1d2c3e100001",
              "channel": "CHATTWO",
              "ttl": "00:05:00",
              "subject": {
                "id": 3,
                "subject": "orders"
              }
            },
            {
              "uuid": "f0b5a7d2-36f8-4f0a-9a4b-1d2c3e100002",
              "channel": "CHATONE",
              "ttl": "00:05:00",
              "subject": {
                "id": 3,
                "subject": "orders"
              }
            },
            {
              "uuid": "f0b5a7d2-36f8-4f0a-9a4b-1d2c3e100003",
              "channel": "SMS",
              "subject": {
                "id": 1,
                "subject": "orders"
              }
            }
          ]
        },
        {
          "id": 50505,
          "name": "Older coverage check",
          "coverage": "code",
          "stages": [
            {
              "uuid": "0d9b1f0a-7a55-4c9e-8c0f-5a5a5a050501",
              "channel": "SMS",
              "ttl": "00:05:00",
              "subject": {
                "id": 1,
                "subject": "codes"
              }
            },
            {
              "uuid": "0d9b1f0a-7a55-4c9e-8c0f-5a5a5a050502",
              "channel": "CHATONE",
              "subject": {
                "id": 2,
                "subject": "codes"
              }
            }
          ]
        }
      ],
      "callback": {
        "secrets": [
          "whsec_Y2FzY2FkZS1tb2NrLWRlbW8tc2VjcmV0"
        ]
      },
      "settings": {
        "lenient": {
          "cascadeIdAsText": true,
          "anyRequestId": true,
          "smsWithoutContentType": true,
          "textAsNumber": true,
          "keyboard": true,
          "attachment": true,
          "listRequests": true
        }
      }
    }
  ]
};
