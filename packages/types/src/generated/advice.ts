// Generated from spec/ by `npm run generate`. Do not edit.

/** Why each problem code is returned, how to fix the request, and whether to send it again. */
export const problemAdvice = {
  "requestId-is-not-unique": {
    "cause": "The account has used this requestId before.",
    "fix": "Generate a new UUID for every message: an id is used once.",
    "advice": "Send a new message with a new requestId. If this request repeats one whose answer was lost, first find out whether that one was scheduled: by its callbacks, the history, or ADR-0007 where the provider follows it."
  },
  "content-not-specified": {
    "cause": "content is missing or has no channel content object.",
    "fix": "Give one content object for each channel of the cascade.",
    "advice": "Nothing was scheduled. Fix the request and send it with a new requestId."
  },
  "contentType-not-specified": {
    "cause": "A content object has no contentType.",
    "fix": "Set contentType, for instance TEXT.",
    "advice": "Nothing was scheduled. Fix the request and send it with a new requestId."
  },
  "text-not-specified": {
    "cause": "Text content has no text, or an empty one.",
    "fix": "Set text to a non-empty string.",
    "advice": "Nothing was scheduled. Fix the request and send it with a new requestId."
  },
  "caption-not-specified": {
    "cause": "A caption applies but is missing or empty.",
    "fix": "Set caption to a non-empty string, or omit it where no caption applies.",
    "advice": "Nothing was scheduled. Fix the request and send it with a new requestId."
  },
  "action-not-specified": {
    "cause": "A button has no action.",
    "fix": "Give every button an action.",
    "advice": "Nothing was scheduled. Fix the request and send it with a new requestId."
  },
  "attachmentName-not-specified": {
    "cause": "A document has no attachmentName.",
    "fix": "Set attachmentName.",
    "advice": "Nothing was scheduled. Fix the request and send it with a new requestId."
  },
  "attachmentName-is-too-long": {
    "cause": "attachmentName has more than 70 characters.",
    "fix": "Shorten the name to 70 characters.",
    "advice": "Nothing was scheduled. Fix the request and send it with a new requestId."
  },
  "latitude-not-specified": {
    "cause": "Coordinates have no latitude.",
    "fix": "Give both, latitude and longitude.",
    "advice": "Nothing was scheduled. Fix the request and send it with a new requestId."
  },
  "longitude-not-specified": {
    "cause": "Coordinates have no longitude.",
    "fix": "Give both, latitude and longitude.",
    "advice": "Nothing was scheduled. Fix the request and send it with a new requestId."
  },
  "cascade-not-found": {
    "cause": "The account has no cascade with this id.",
    "fix": "Use an id from the list of all cascades of the account, and check which account the key belongs to.",
    "advice": "Nothing was scheduled. List the cascades of the account, and send the request with the right id and a new requestId."
  },
  "request-doesn't-contain-content-for-all-cascade-stages": {
    "cause": "The cascade has more channels than content covers.",
    "fix": "Add a content object for the missing channel.",
    "advice": "Nothing was scheduled. Fix the request and send it with a new requestId."
  },
  "matched-template-not-found": {
    "cause": "The layout of the body does not match the template schema: the position or the presence of a property, or its type.",
    "fix": "Correct the field that detail points to.",
    "advice": "Nothing was scheduled. Fix the request and send it with a new requestId."
  },
  "cascade-scheduling-request-is-not-valid": {
    "cause": "content and the stages of the cascade do not match.",
    "fix": "Give exactly one content object for each channel of the cascade; detail names the missing and the surplus ones.",
    "advice": "Nothing was scheduled. Fix the request and send it with a new requestId."
  },
  "template-parameter-is-not-valid": {
    "cause": "The title or subtitle of a list picker item has more than 24 characters, spaces counted.",
    "fix": "Shorten it to 24 characters.",
    "advice": "Nothing was scheduled. Fix the request and send it with a new requestId."
  },
  "out-of-balance": {
    "cause": "The balance does not cover the prices of all stages.",
    "fix": "Top up the account.",
    "advice": "Nothing was scheduled. Send the request with a new requestId once the balance suffices."
  },
  "button-validation-error": {
    "cause": "A chattwo template with buttons breaks a limit; detail says which.",
    "fix": "Max. 10 buttons: max. 2 URL and 1 PHONE. Max. 128 characters of payload.",
    "advice": "Nothing was scheduled. Fix the request and send it with a new requestId."
  },
  "mm-api-options-invalid-combination": {
    "cause": "messageActivitySharing is true, but useMarketingMessagesApi is not.",
    "fix": "Set useMarketingMessagesApi to true, or omit messageActivitySharing.",
    "advice": "Nothing was scheduled. Fix the request and send it with a new requestId."
  },
  "auth-error": {
    "cause": "The header x-api-key is missing, misspelled, or its key has expired.",
    "fix": "Send a valid key of the account.",
    "advice": "Send the same request again with a valid key."
  },
  "not-found": {
    "cause": "No operation has this URL.",
    "fix": "Check the base address and the path.",
    "advice": "Fix the URL and send the request again."
  },
  "method-not-allowed": {
    "cause": "The URL exists, but not with this method.",
    "fix": "Use a method that the header Allow lists.",
    "advice": "Send the request again with the right method."
  },
  "system-error": {
    "cause": "The provider failed. Some providers also return this code for a malformed request.",
    "fix": "If the request is well formed, there is nothing to fix on your side.",
    "advice": "Whether the message was scheduled is unknown. Send the same request with the same requestId later: that schedules no second message. If the answer is then requestId-is-not-unique, the first request may have been accepted: its callbacks or the history decide."
  },
  "payload-too-large": {
    "cause": "The body has more than 1 MiB.",
    "fix": "Send a smaller body; pass attachments by URL.",
    "advice": "Nothing was scheduled. Send a smaller request."
  },
  "unsupported-media-type": {
    "cause": "Content-Type is not application/json, or the body has a Content-Encoding such as gzip.",
    "fix": "Send Content-Type: application/json, and the body uncompressed.",
    "advice": "Nothing was scheduled. Send the request again with the right header."
  },
  "too-many-requests": {
    "cause": "The account exceeds its request rate.",
    "fix": "Send fewer requests per second.",
    "advice": "Nothing was scheduled. Wait the number of seconds in Retry-After, then send the same request."
  },
  "service-unavailable": {
    "cause": "The provider cannot take requests right now.",
    "fix": "There is nothing to fix on your side.",
    "advice": "Wait the number of seconds in Retry-After, then send the same request with the same requestId."
  },
  "callback-url-not-valid": {
    "cause": "The callback address is not HTTPS, is longer than 500 characters, or did not answer 200 to HEAD.",
    "fix": "Give an HTTPS address that answers HEAD with 200.",
    "advice": "The previous registration stays in force. Fix the address and send the request again."
  }
} as const;

/** What each undelivered reason means and what to do about it. */
export const reasonAdvice = {
  "not-chattwo-user": {
    "meaning": "The subscriber is not registered in chattwo.",
    "advice": "Use another channel for this subscriber; a later stage of the cascade does so."
  },
  "no-template-match": {
    "meaning": "The message matches none of the allowed templates. Both spellings occur.",
    "advice": "Compare the content with the templates of the account, or have the template registered."
  },
  "session-not-started": {
    "meaning": "The message is outside a 24-hour dialogue and matches none of the allowed templates.",
    "advice": "Open the dialogue with a template message."
  },
  "daily-rate-limit": {
    "meaning": "The daily limit of chattwo for template messages is reached; chattwo only.",
    "advice": "Send it again later, or ask for a higher limit."
  },
  "too-long-message": {
    "meaning": "The message is longer than the allowed limit.",
    "advice": "Shorten the text."
  },
  "chat-window-closed": {
    "meaning": "The dialogue window could not be opened on the side of chattwo.",
    "advice": "Try again later, or use another channel."
  },
  "media-request-failed": {
    "meaning": "A file of the message could not be uploaded.",
    "advice": "Check that the attachment URL can be fetched from the internet."
  },
  "error-subject-unknown": {
    "meaning": "The sender signature is not allowed for the client; every signature must be activated first.",
    "advice": "Have the signature activated, then send a new message."
  },
  "error-address-format": {
    "meaning": "The subscriber's number has a wrong format.",
    "advice": "Give the number in international format."
  },
  "duplicated": {
    "meaning": "A duplicate of the message was sent within 5 minutes.",
    "advice": "The subscriber has been sent this message. To send it twice on purpose, wait 5 minutes."
  },
  "message-undeliverable": {
    "meaning": "The message could not be delivered. Possible causes: the number is not in chattwo; its owner has not accepted the current terms and privacy policy; the app is an old version; authorisation messages to numbers with +91 are not available.",
    "advice": "Use another channel for this subscriber. Whether the same message gets through later depends on the cause, which is not reported. By SMS, the subscriber may also have asked for no more messages (ADR-0054)."
  },
  "spam-rate-limit-hit": {
    "meaning": "Many earlier messages were blocked or marked as spam.",
    "advice": "Send less, and only to people who asked for it."
  },
  "marketing-template-undeliverable": {
    "meaning": "The delivery limit of marketing messages for this subscriber is reached; retry later.",
    "advice": "Send it again later."
  }
} as const;
