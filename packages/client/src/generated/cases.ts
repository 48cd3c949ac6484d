// Generated from spec/ by `npm run generate`. Do not edit.

/** The smallest request that provokes each problem, by name of its example. */
export const cases = {
  "requestId-is-not-unique": {
    "code": "requestId-is-not-unique",
    "status": 400,
    "title": "requestId-is-not-unique",
    "detail": "/requestId: used before",
    "sentBefore": true,
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000001",
        "cascadeId": 2002,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "smsContent": {
            "contentType": "TEXT",
            "text": "Code 4821"
          }
        }
      }
    }
  },
  "content-not-specified": {
    "code": "content-not-specified",
    "status": 400,
    "title": "content-not-specified",
    "detail": "/content: must have smsContent, chatoneContent or chattwoContent",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000002",
        "cascadeId": 2002,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {}
      }
    }
  },
  "contentType-not-specified": {
    "code": "contentType-not-specified",
    "status": 400,
    "title": "contentType-not-specified",
    "detail": "/content/smsContent/contentType: is missing",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000003",
        "cascadeId": 2002,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "smsContent": {
            "text": "Code 4821"
          }
        }
      }
    }
  },
  "text-not-specified": {
    "code": "text-not-specified",
    "status": 400,
    "title": "text-not-specified",
    "detail": "/content/smsContent/text: must not be empty",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000004",
        "cascadeId": 2002,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "smsContent": {
            "contentType": "TEXT",
            "text": ""
          }
        }
      }
    }
  },
  "caption-not-specified": {
    "code": "caption-not-specified",
    "status": 400,
    "title": "caption-not-specified",
    "detail": "/content/chattwoContent/caption: must not be empty",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000005",
        "cascadeId": 4010,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "chattwoContent": {
            "contentType": "IMAGE",
            "attachmentUrl": "https://files.example.test/shoe.jpg",
            "caption": ""
          }
        }
      }
    }
  },
  "action-not-specified": {
    "code": "action-not-specified",
    "status": 400,
    "title": "action-not-specified",
    "detail": "/content/chattwoContent/buttons/0/action: is missing",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000006",
        "cascadeId": 4010,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "chattwoContent": {
            "contentType": "TEXT",
            "text": "Hello",
            "buttons": [
              {
                "type": "URL",
                "text": "Track it",
                "url": "https://shop.example/1"
              }
            ]
          }
        }
      }
    }
  },
  "attachmentName-not-specified": {
    "code": "attachmentName-not-specified",
    "status": 400,
    "title": "attachmentName-not-specified",
    "detail": "/content/chattwoContent/attachmentName: is missing",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000007",
        "cascadeId": 4010,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "chattwoContent": {
            "contentType": "DOCUMENT",
            "attachmentUrl": "https://files.example.test/contract.pdf"
          }
        }
      }
    }
  },
  "attachmentName-is-too-long": {
    "code": "attachmentName-is-too-long",
    "status": 400,
    "title": "attachmentName-is-too-long",
    "detail": "/content/chattwoContent/attachmentName: must have at most 70 characters, found 71",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000008",
        "cascadeId": 4010,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "chattwoContent": {
            "contentType": "DOCUMENT",
            "attachmentName": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pdf",
            "attachmentUrl": "https://files.example.test/contract.pdf"
          }
        }
      }
    }
  },
  "latitude-not-specified": {
    "code": "latitude-not-specified",
    "status": 400,
    "title": "latitude-not-specified",
    "detail": "/content/chattwoContent/latitude: is missing",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000009",
        "cascadeId": 4010,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "chattwoContent": {
            "contentType": "LOCATION",
            "longitude": 13.405
          }
        }
      }
    }
  },
  "longitude-not-specified": {
    "code": "longitude-not-specified",
    "status": 400,
    "title": "longitude-not-specified",
    "detail": "/content/chattwoContent/longitude: is missing",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000010",
        "cascadeId": 4010,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "chattwoContent": {
            "contentType": "LOCATION",
            "latitude": 52.52
          }
        }
      }
    }
  },
  "cascade-not-found": {
    "code": "cascade-not-found",
    "status": 400,
    "title": "cascade-not-found",
    "detail": "/cascadeId: 999999 is not a cascade of this account; /api/cascade/get-all lists them",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000011",
        "cascadeId": 999999,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "smsContent": {
            "contentType": "TEXT",
            "text": "Code 4821"
          }
        }
      }
    }
  },
  "request-doesnt-contain-content-for-all-cascade-stages": {
    "code": "request-doesn't-contain-content-for-all-cascade-stages",
    "status": 400,
    "title": "request-doesn't-contain-content-for-all-cascade-stages",
    "detail": "/content: cascade 50505 has stages without content: CHATONE",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000012",
        "cascadeId": 50505,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "smsContent": {
            "contentType": "TEXT",
            "text": "Code 4821"
          }
        }
      }
    }
  },
  "matched-template-not-found": {
    "code": "matched-template-not-found",
    "status": 400,
    "title": "matched-template-not-found",
    "detail": "/content/smsContent/text: must be string, found number",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000013",
        "cascadeId": 2002,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "smsContent": {
            "contentType": "TEXT",
            "text": 4821
          }
        }
      }
    }
  },
  "content-not-found-for-stage": {
    "code": "cascade-scheduling-request-is-not-valid",
    "status": 400,
    "title": "cascade-scheduling-request-not-valid",
    "detail": "Cascade scheduling request is not valid. Violations: the content was not found for the cascade template stage [cascadeTemplateId:31,634;stageUuid:2ede9313-0539-463a-9ec3-898506f4937a;channelType:CHATTWO]",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000014",
        "cascadeId": 31634,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "chatoneContent": {
            "contentType": "TEXT",
            "text": "Hello"
          }
        }
      }
    }
  },
  "stage-not-found-for-content": {
    "code": "cascade-scheduling-request-is-not-valid",
    "status": 400,
    "title": "cascade-scheduling-request-not-valid",
    "detail": "Cascade scheduling request is not valid. Violations: the cascade template stage was not found for the content [cascadeTemplateId:31,634;contentChannelType:SMS]",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000015",
        "cascadeId": 31634,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "chatoneContent": {
            "contentType": "TEXT",
            "text": "Hello"
          },
          "chattwoContent": {
            "contentType": "TEXT",
            "text": "Hello"
          },
          "smsContent": {
            "contentType": "TEXT",
            "text": "Code 4821"
          }
        }
      }
    }
  },
  "both-violations": {
    "code": "cascade-scheduling-request-is-not-valid",
    "status": 400,
    "title": "cascade-scheduling-request-not-valid",
    "detail": "Cascade scheduling request is not valid. Violations: the content was not found for the cascade template stage [cascadeTemplateId:31,634;stageUuid:2ede9313-0539-463a-9ec3-898506f4937a;channelType:CHATTWO]; the cascade template stage was not found for the content [cascadeTemplateId:31,634;contentChannelType:SMS]",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000016",
        "cascadeId": 31634,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "chatoneContent": {
            "contentType": "TEXT",
            "text": "Hello"
          },
          "smsContent": {
            "contentType": "TEXT",
            "text": "Code 4821"
          }
        }
      }
    }
  },
  "template-parameter-is-not-valid": {
    "code": "template-parameter-is-not-valid",
    "status": 400,
    "title": "template-parameter-is-not-valid",
    "detail": "/content/chattwoContent/listPicker/sections/0/items/0/title: must have at most 24 characters, found 25",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000017",
        "cascadeId": 4010,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "chattwoContent": {
            "contentType": "LIST_PICKER",
            "listPicker": {
              "sections": [
                {
                  "items": [
                    {
                      "title": "Express delivery, at noon",
                      "subtitle": "Tomorrow"
                    }
                  ]
                }
              ]
            }
          }
        }
      }
    }
  },
  "out-of-balance": {
    "code": "out-of-balance",
    "status": 400,
    "title": "out-of-balance",
    "detail": "cascade 2002 costs more than is left",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "poor-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000018",
        "cascadeId": 2002,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "smsContent": {
            "contentType": "TEXT",
            "text": "Code 4821"
          }
        }
      }
    }
  },
  "too-many-buttons": {
    "code": "button-validation-error",
    "status": 400,
    "title": "button-validation-error",
    "detail": "Too many buttons, maximum is 10",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000019",
        "cascadeId": 4010,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "chattwoContent": {
            "contentType": "TEXT",
            "text": "Hello",
            "buttons": [
              {
                "type": "QUICK_REPLY",
                "text": "Button 1",
                "action": "open-1"
              },
              {
                "type": "QUICK_REPLY",
                "text": "Button 2",
                "action": "open-2"
              },
              {
                "type": "QUICK_REPLY",
                "text": "Button 3",
                "action": "open-3"
              },
              {
                "type": "QUICK_REPLY",
                "text": "Button 4",
                "action": "open-4"
              },
              {
                "type": "QUICK_REPLY",
                "text": "Button 5",
                "action": "open-5"
              },
              {
                "type": "QUICK_REPLY",
                "text": "Button 6",
                "action": "open-6"
              },
              {
                "type": "QUICK_REPLY",
                "text": "Button 7",
                "action": "open-7"
              },
              {
                "type": "QUICK_REPLY",
                "text": "Button 8",
                "action": "open-8"
              },
              {
                "type": "QUICK_REPLY",
                "text": "Button 9",
                "action": "open-9"
              },
              {
                "type": "QUICK_REPLY",
                "text": "Button 10",
                "action": "open-10"
              },
              {
                "type": "QUICK_REPLY",
                "text": "Button 11",
                "action": "open-11"
              }
            ]
          }
        }
      }
    }
  },
  "too-many-url-buttons": {
    "code": "button-validation-error",
    "status": 400,
    "title": "button-validation-error",
    "detail": "Too many URL buttons, maximum is 2",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000020",
        "cascadeId": 4010,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "chattwoContent": {
            "contentType": "TEXT",
            "text": "Hello",
            "buttons": [
              {
                "type": "URL",
                "text": "Button 1",
                "action": "open-1"
              },
              {
                "type": "URL",
                "text": "Button 2",
                "action": "open-2"
              },
              {
                "type": "URL",
                "text": "Button 3",
                "action": "open-3"
              }
            ]
          }
        }
      }
    }
  },
  "too-many-phone-buttons": {
    "code": "button-validation-error",
    "status": 400,
    "title": "button-validation-error",
    "detail": "Too many PHONE buttons, maximum is 1",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000021",
        "cascadeId": 4010,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "chattwoContent": {
            "contentType": "TEXT",
            "text": "Hello",
            "buttons": [
              {
                "type": "PHONE",
                "text": "Button 1",
                "action": "open-1"
              },
              {
                "type": "PHONE",
                "text": "Button 2",
                "action": "open-2"
              }
            ]
          }
        }
      }
    }
  },
  "payload-is-too-long": {
    "code": "button-validation-error",
    "status": 400,
    "title": "button-validation-error",
    "detail": "Payload is too long, maximum is 128",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000022",
        "cascadeId": 4010,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "chattwoContent": {
            "contentType": "TEXT",
            "text": "Hello",
            "buttons": [
              {
                "type": "QUICK_REPLY",
                "text": "Yes",
                "action": "reply",
                "payload": "ppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp"
              }
            ]
          }
        }
      }
    }
  },
  "mm-api-options-invalid-combination": {
    "code": "mm-api-options-invalid-combination",
    "status": 400,
    "title": "mm-api-options-invalid-combination",
    "detail": "Cannot use messageActivitySharing=true when useMarketingMessagesApi=false",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000023",
        "cascadeId": 4010,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "chattwoContent": {
            "contentType": "TEXT",
            "text": "Hello",
            "useMarketingMessagesApi": false,
            "messageActivitySharing": true
          }
        }
      }
    }
  },
  "auth-error": {
    "code": "auth-error",
    "status": 401,
    "title": "auth-error",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "no-such-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000024",
        "cascadeId": 2002,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "smsContent": {
            "contentType": "TEXT",
            "text": "Code 4821"
          }
        }
      }
    }
  },
  "not-found": {
    "code": "not-found",
    "status": 404,
    "title": "not-found",
    "detail": "no operation at /api/cascade/shedule",
    "request": {
      "method": "POST",
      "path": "/api/cascade/shedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000025",
        "cascadeId": 2002,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "smsContent": {
            "contentType": "TEXT",
            "text": "Code 4821"
          }
        }
      }
    }
  },
  "method-not-allowed": {
    "code": "method-not-allowed",
    "status": 405,
    "title": "method-not-allowed",
    "detail": "allowed: POST",
    "request": {
      "method": "PUT",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000026",
        "cascadeId": 2002,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "smsContent": {
            "contentType": "TEXT",
            "text": "Code 4821"
          }
        }
      }
    }
  },
  "system-error": {
    "code": "system-error",
    "status": 500,
    "title": "system-error",
    "detail": "a fault of the provider, not of the request, which may have been carried out",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key",
        "prefer": "code=500, example=system-error"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000027",
        "cascadeId": 2002,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "smsContent": {
            "contentType": "TEXT",
            "text": "Code 4821"
          }
        }
      }
    }
  },
  "payload-too-large": {
    "code": "payload-too-large",
    "status": 413,
    "title": "payload-too-large",
    "detail": "the body must have at most 1048576 bytes",
    "repeat": {
      "at": "/body/content/smsContent/text",
      "text": "x",
      "times": 1100000
    },
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000028",
        "cascadeId": 2002,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "smsContent": {
            "contentType": "TEXT",
            "text": "Code 4821"
          }
        }
      }
    }
  },
  "unsupported-media-type": {
    "code": "unsupported-media-type",
    "status": 415,
    "title": "unsupported-media-type",
    "detail": "Content-Type: must be application/json, found another media type",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "text/plain",
        "x-api-key": "demo-key"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000029",
        "cascadeId": 2002,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "smsContent": {
            "contentType": "TEXT",
            "text": "Code 4821"
          }
        }
      }
    }
  },
  "too-many-requests": {
    "code": "too-many-requests",
    "status": 429,
    "title": "too-many-requests",
    "detail": "at most 10 requests per second",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key",
        "prefer": "code=429, example=too-many-requests"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000030",
        "cascadeId": 2002,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "smsContent": {
            "contentType": "TEXT",
            "text": "Code 4821"
          }
        }
      }
    }
  },
  "service-unavailable": {
    "code": "service-unavailable",
    "status": 503,
    "title": "service-unavailable",
    "detail": "the provider is busy; the request was not carried out",
    "request": {
      "method": "POST",
      "path": "/api/cascade/schedule",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key",
        "prefer": "code=503, example=service-unavailable"
      },
      "body": {
        "requestId": "00000000-0000-4000-8000-000000000031",
        "cascadeId": 2002,
        "subscriberFilter": {
          "address": "+12025550100",
          "type": "PHONE"
        },
        "content": {
          "smsContent": {
            "contentType": "TEXT",
            "text": "Code 4821"
          }
        }
      }
    }
  },
  "callback-url-not-valid": {
    "code": "callback-url-not-valid",
    "status": 400,
    "title": "callback-url-not-valid",
    "detail": "/statusCallbackUrl: must be an HTTPS URL",
    "request": {
      "method": "POST",
      "path": "/api/callback/set",
      "headers": {
        "content-type": "application/json",
        "x-api-key": "demo-key"
      },
      "body": {
        "statusCallbackUrl": "ftp://shop.example/callbacks"
      }
    }
  }
} as const;

/** The accounts of the samples. */
export const sampleAccounts = [
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
    ]
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
    ]
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
  },
  {
    "name": "small",
    "keys": [
      {
        "key": "small-key"
      }
    ],
    "balance": 10,
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
    ]
  }
] as const;
