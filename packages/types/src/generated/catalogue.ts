// Generated from spec/ by `npm run generate`. Do not edit.

/** Every problem code of §7.1, and those that we assume (ADR-0011, ADR-0014), in order. */
export const problems = {
  "requestId-is-not-unique": {
    "title": "requestId-is-not-unique",
    "status": 400,
    "provenance": "documented",
    "rule": 1,
    "retry": "used-before",
    "examples": {
      "requestId-is-not-unique": "/requestId: used before"
    }
  },
  "content-not-specified": {
    "title": "content-not-specified",
    "status": 400,
    "provenance": "documented",
    "rule": 3,
    "retry": "after-fix",
    "examples": {
      "content-not-specified": "/content: must have smsContent, chatoneContent or chattwoContent"
    }
  },
  "contentType-not-specified": {
    "title": "contentType-not-specified",
    "status": 400,
    "provenance": "documented",
    "rule": 3,
    "retry": "after-fix",
    "examples": {
      "contentType-not-specified": "/content/smsContent/contentType: is missing"
    }
  },
  "text-not-specified": {
    "title": "text-not-specified",
    "status": 400,
    "provenance": "documented",
    "rule": 3,
    "retry": "after-fix",
    "examples": {
      "text-not-specified": "/content/smsContent/text: must not be empty"
    }
  },
  "caption-not-specified": {
    "title": "caption-not-specified",
    "status": 400,
    "provenance": "documented",
    "rule": 3,
    "retry": "after-fix",
    "examples": {
      "caption-not-specified": "/content/chattwoContent/caption: must not be empty"
    }
  },
  "action-not-specified": {
    "title": "action-not-specified",
    "status": 400,
    "provenance": "documented",
    "rule": 3,
    "retry": "after-fix",
    "examples": {
      "action-not-specified": "/content/chattwoContent/buttons/0/action: is missing"
    }
  },
  "attachmentName-not-specified": {
    "title": "attachmentName-not-specified",
    "status": 400,
    "provenance": "documented",
    "rule": 3,
    "retry": "after-fix",
    "examples": {
      "attachmentName-not-specified": "/content/chattwoContent/attachmentName: is missing"
    }
  },
  "attachmentName-is-too-long": {
    "title": "attachmentName-is-too-long",
    "status": 400,
    "provenance": "documented",
    "rule": 4,
    "retry": "after-fix",
    "examples": {
      "attachmentName-is-too-long": "/content/chattwoContent/attachmentName: must have at most 70 characters, found 71"
    }
  },
  "latitude-not-specified": {
    "title": "latitude-not-specified",
    "status": 400,
    "provenance": "documented",
    "rule": 3,
    "retry": "after-fix",
    "examples": {
      "latitude-not-specified": "/content/chattwoContent/latitude: is missing"
    }
  },
  "longitude-not-specified": {
    "title": "longitude-not-specified",
    "status": 400,
    "provenance": "documented",
    "rule": 3,
    "retry": "after-fix",
    "examples": {
      "longitude-not-specified": "/content/chattwoContent/longitude: is missing"
    }
  },
  "cascade-not-found": {
    "title": "cascade-not-found",
    "status": 400,
    "provenance": "documented",
    "rule": 2,
    "retry": "after-fix",
    "examples": {
      "cascade-not-found": "/cascadeId: 999999 is not a cascade of this account; /api/cascade/get-all lists them"
    }
  },
  "request-doesn't-contain-content-for-all-cascade-stages": {
    "title": "request-doesn't-contain-content-for-all-cascade-stages",
    "status": 400,
    "provenance": "documented",
    "rule": 3,
    "retry": "after-fix",
    "examples": {
      "request-doesnt-contain-content-for-all-cascade-stages": "/content: cascade 50505 has stages without content: CHATONE"
    }
  },
  "matched-template-not-found": {
    "title": "matched-template-not-found",
    "status": 400,
    "provenance": "documented",
    "rule": 4,
    "retry": "after-fix",
    "examples": {
      "matched-template-not-found": "/content/smsContent/text: must be string, found number"
    }
  },
  "cascade-scheduling-request-is-not-valid": {
    "title": "cascade-scheduling-request-not-valid",
    "status": 400,
    "provenance": "documented",
    "rule": 3,
    "retry": "after-fix",
    "examples": {
      "content-not-found-for-stage": "Cascade scheduling request is not valid. Violations: the content was not found for the cascade template stage [cascadeTemplateId:31,634;stageUuid:2ede9313-0539-463a-9ec3-898506f4937a;channelType:CHATTWO]",
      "stage-not-found-for-content": "Cascade scheduling request is not valid. Violations: the cascade template stage was not found for the content [cascadeTemplateId:31,634;contentChannelType:SMS]",
      "both-violations": "Cascade scheduling request is not valid. Violations: the content was not found for the cascade template stage [cascadeTemplateId:31,634;stageUuid:2ede9313-0539-463a-9ec3-898506f4937a;channelType:CHATTWO]; the cascade template stage was not found for the content [cascadeTemplateId:31,634;contentChannelType:SMS]"
    }
  },
  "template-parameter-is-not-valid": {
    "title": "template-parameter-is-not-valid",
    "status": 400,
    "provenance": "documented",
    "rule": 4,
    "retry": "after-fix",
    "examples": {
      "template-parameter-is-not-valid": "/content/chattwoContent/listPicker/sections/0/items/0/title: must have at most 24 characters, found 25"
    }
  },
  "out-of-balance": {
    "title": "out-of-balance",
    "status": 400,
    "provenance": "documented",
    "rule": 5,
    "retry": "after-setup",
    "examples": {
      "out-of-balance": "cascade 2002 costs more than is left"
    }
  },
  "button-validation-error": {
    "title": "button-validation-error",
    "status": 400,
    "provenance": "documented",
    "rule": 4,
    "retry": "after-fix",
    "examples": {
      "too-many-buttons": "Too many buttons, maximum is 10",
      "too-many-url-buttons": "Too many URL buttons, maximum is 2",
      "too-many-phone-buttons": "Too many PHONE buttons, maximum is 1",
      "payload-is-too-long": "Payload is too long, maximum is 128"
    }
  },
  "mm-api-options-invalid-combination": {
    "title": "mm-api-options-invalid-combination",
    "status": 400,
    "provenance": "documented",
    "rule": 4,
    "retry": "after-fix",
    "examples": {
      "mm-api-options-invalid-combination": "Cannot use messageActivitySharing=true when useMarketingMessagesApi=false"
    }
  },
  "auth-error": {
    "title": "auth-error",
    "status": 401,
    "provenance": "documented",
    "retry": "after-setup",
    "examples": {
      "auth-error": null
    }
  },
  "not-found": {
    "title": "not-found",
    "status": 404,
    "provenance": "documented",
    "retry": "after-fix",
    "examples": {
      "not-found": "no operation at /api/cascade/shedule"
    }
  },
  "method-not-allowed": {
    "title": "method-not-allowed",
    "status": 405,
    "provenance": "documented",
    "retry": "after-fix",
    "examples": {
      "method-not-allowed": "allowed: POST"
    }
  },
  "system-error": {
    "title": "system-error",
    "status": 500,
    "provenance": "documented",
    "retry": "later",
    "examples": {
      "system-error": "a fault of the provider, not of the request, which may have been carried out"
    }
  },
  "payload-too-large": {
    "title": "payload-too-large",
    "status": 413,
    "provenance": "assumed",
    "retry": "after-fix",
    "examples": {
      "payload-too-large": "the body must have at most 1048576 bytes"
    }
  },
  "unsupported-media-type": {
    "title": "unsupported-media-type",
    "status": 415,
    "provenance": "assumed",
    "retry": "after-fix",
    "examples": {
      "unsupported-media-type": "Content-Type: must be application/json, found another media type"
    }
  },
  "too-many-requests": {
    "title": "too-many-requests",
    "status": 429,
    "provenance": "assumed",
    "retry": "later",
    "examples": {
      "too-many-requests": "at most 10 requests per second"
    }
  },
  "service-unavailable": {
    "title": "service-unavailable",
    "status": 503,
    "provenance": "assumed",
    "retry": "later",
    "examples": {
      "service-unavailable": "the provider is busy; the request was not carried out"
    }
  },
  "callback-url-not-valid": {
    "title": "callback-url-not-valid",
    "status": 400,
    "provenance": "assumed",
    "retry": "after-fix",
    "examples": {
      "callback-url-not-valid": "/statusCallbackUrl: must be an HTTPS URL"
    }
  }
} as const;

/** Every undelivered reason of §7.4, in order. */
export const reasons = {
  "not-chattwo-user": {
    "aliases": [],
    "channels": [
      "CHATTWO"
    ],
    "retry": "never"
  },
  "no-template-match": {
    "aliases": [
      "not-template-match"
    ],
    "channels": [],
    "retry": "after-fix"
  },
  "session-not-started": {
    "aliases": [],
    "channels": [
      "CHATTWO"
    ],
    "retry": "after-fix"
  },
  "daily-rate-limit": {
    "aliases": [],
    "channels": [
      "CHATTWO"
    ],
    "retry": "later"
  },
  "too-long-message": {
    "aliases": [],
    "channels": [],
    "retry": "after-fix"
  },
  "chat-window-closed": {
    "aliases": [],
    "channels": [
      "CHATTWO"
    ],
    "retry": "later"
  },
  "media-request-failed": {
    "aliases": [],
    "channels": [],
    "retry": "after-fix"
  },
  "error-subject-unknown": {
    "aliases": [],
    "channels": [],
    "retry": "after-setup"
  },
  "error-address-format": {
    "aliases": [],
    "channels": [],
    "retry": "after-fix"
  },
  "duplicated": {
    "aliases": [],
    "channels": [],
    "retry": "later"
  },
  "message-undeliverable": {
    "aliases": [],
    "channels": [],
    "retry": "unknown"
  },
  "spam-rate-limit-hit": {
    "aliases": [],
    "channels": [],
    "retry": "later"
  },
  "marketing-template-undeliverable": {
    "aliases": [],
    "channels": [],
    "retry": "later"
  }
} as const;

/** Every limit of §8, and those of decisions (assumed). */
export const limits = {
  "attachmentName-length": {
    "value": 70,
    "unit": "characters"
  },
  "listPicker-title-length": {
    "value": 24,
    "unit": "characters"
  },
  "listPicker-subtitle-length": {
    "value": 24,
    "unit": "characters"
  },
  "buttons": {
    "value": 10,
    "unit": "buttons"
  },
  "url-buttons": {
    "value": 2,
    "unit": "buttons"
  },
  "phone-buttons": {
    "value": 1,
    "unit": "buttons"
  },
  "payload-length": {
    "value": 128,
    "unit": "characters"
  },
  "duplicate-window": {
    "value": 5,
    "unit": "minutes"
  },
  "dialogue-session": {
    "value": 24,
    "unit": "hours"
  },
  "comment-length": {
    "value": 4096,
    "unit": "characters"
  },
  "address-length": {
    "value": 1024,
    "unit": "characters"
  },
  "address-type-length": {
    "value": 64,
    "unit": "characters"
  },
  "lenient-request-id-length": {
    "value": 256,
    "unit": "characters"
  },
  "start-time": {
    "value": 366,
    "unit": "days"
  },
  "body-size": {
    "value": 1048576,
    "unit": "bytes"
  },
  "body-levels": {
    "value": 100,
    "unit": "levels"
  },
  "body-values": {
    "value": 10000,
    "unit": "values"
  },
  "history-page": {
    "value": 1000,
    "unit": "entries"
  },
  "history-offset": {
    "value": 100000,
    "unit": "entries"
  },
  "history-channels": {
    "value": 100,
    "unit": "values"
  },
  "history-traffic": {
    "value": 100,
    "unit": "values"
  },
  "history-request-id-length": {
    "value": 256,
    "unit": "characters"
  },
  "history-sort": {
    "value": 1,
    "unit": "values"
  },
  "cascades-page": {
    "value": 1000,
    "unit": "entries"
  },
  "template-matchers": {
    "value": 100,
    "unit": "values"
  },
  "callback-url-length": {
    "value": 500,
    "unit": "characters"
  },
  "callback-response": {
    "value": 15,
    "unit": "seconds"
  },
  "callback-attempts": {
    "value": 24,
    "unit": "hours"
  },
  "callback-age": {
    "value": 300,
    "unit": "seconds"
  },
  "undelivered-events": {
    "value": 30,
    "unit": "days"
  }
} as const;
