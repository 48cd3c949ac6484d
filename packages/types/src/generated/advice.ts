// Generated from spec/ by `npm run generate`. Do not edit.

/** Why each problem code comes, how to mend it, whether to send again. */
export const problemAdvice = {
  "requestId-is-not-unique": {
    "cause": "The account has used this requestId for an earlier accepted request.",
    "fix": "Make a new UUID for every message.",
    "advice": "After a time-out this answer is good news: the first request was accepted. Otherwise send again with a new requestId."
  },
  "content-not-specified": {
    "cause": "content is missing or names no channel content at all.",
    "fix": "Give one content object for each channel of the cascade.",
    "advice": "Nothing was scheduled. Mend the request and send it again; the requestId may stay."
  },
  "contentType-not-specified": {
    "cause": "A content object does not say which kind of content it is.",
    "fix": "Set contentType, for instance TEXT.",
    "advice": "Nothing was scheduled. Mend the request and send it again; the requestId may stay."
  },
  "text-not-specified": {
    "cause": "Text content without text, or with an empty one.",
    "fix": "Fill text.",
    "advice": "Nothing was scheduled. Mend the request and send it again; the requestId may stay."
  },
  "caption-not-specified": {
    "cause": "A caption applies but is missing or empty.",
    "fix": "Fill caption, or leave the member out where no caption applies.",
    "advice": "Nothing was scheduled. Mend the request and send it again; the requestId may stay."
  },
  "action-not-specified": {
    "cause": "A button does not say what it does.",
    "fix": "Give every button an action.",
    "advice": "Nothing was scheduled. Mend the request and send it again; the requestId may stay."
  },
  "attachmentName-not-specified": {
    "cause": "A document without a name.",
    "fix": "Set attachmentName.",
    "advice": "Nothing was scheduled. Mend the request and send it again; the requestId may stay."
  },
  "attachmentName-is-too-long": {
    "cause": "attachmentName has more than 70 characters.",
    "fix": "Shorten the name to 70 characters.",
    "advice": "Nothing was scheduled. Mend the request and send it again; the requestId may stay."
  },
  "latitude-not-specified": {
    "cause": "Coordinates without latitude.",
    "fix": "Give both, latitude and longitude.",
    "advice": "Nothing was scheduled. Mend the request and send it again; the requestId may stay."
  },
  "longitude-not-specified": {
    "cause": "Coordinates without longitude.",
    "fix": "Give both, latitude and longitude.",
    "advice": "Nothing was scheduled. Mend the request and send it again; the requestId may stay."
  },
  "cascade-not-found": {
    "cause": "The account has no cascade with this id.",
    "fix": "Use an id that the list of cascades shows; mind which account the key belongs to.",
    "advice": "Nothing was scheduled. Mend the request and send it again; the requestId may stay."
  },
  "request-doesn't-contain-content-for-all-cascade-stages": {
    "cause": "The cascade has more channels than content covers.",
    "fix": "Add the content of the channel that is missing.",
    "advice": "Nothing was scheduled. Mend the request and send it again; the requestId may stay."
  },
  "matched-template-not-found": {
    "cause": "A member is missing, stands in the wrong place or has the wrong type.",
    "fix": "Look at the place that detail names.",
    "advice": "Nothing was scheduled. Mend the request and send it again; the requestId may stay."
  },
  "cascade-scheduling-request-is-not-valid": {
    "cause": "content and the stages of the cascade do not match.",
    "fix": "Give exactly one content object for each channel of the cascade; detail names those that are missing or too many.",
    "advice": "Nothing was scheduled. Mend the request and send it again; the requestId may stay."
  },
  "template-parameter-is-not-valid": {
    "cause": "Title or subtitle of a list picker item has more than 24 characters, blanks counted.",
    "fix": "Shorten it to 24 characters.",
    "advice": "Nothing was scheduled. Mend the request and send it again; the requestId may stay."
  },
  "out-of-balance": {
    "cause": "The balance does not cover the prices of all stages.",
    "fix": "Top up the account.",
    "advice": "Send the same request again when the balance suffices."
  },
  "button-validation-error": {
    "cause": "The buttons of a chattwo content break a limit; detail says which.",
    "fix": "At most 10 buttons, of them 2 with a link and 1 that calls; a payload of at most 128 characters.",
    "advice": "Nothing was scheduled. Mend the request and send it again; the requestId may stay."
  },
  "mm-api-options-invalid-combination": {
    "cause": "messageActivitySharing is true although the message does not take the marketing-messages route.",
    "fix": "Set useMarketingMessagesApi to true, or leave messageActivitySharing out.",
    "advice": "Nothing was scheduled. Mend the request and send it again; the requestId may stay."
  },
  "auth-error": {
    "cause": "The header x-api-key is missing, misspelled, or its key has expired.",
    "fix": "Send a valid key of the account.",
    "advice": "Send the same request again with a valid key."
  },
  "not-found": {
    "cause": "There is nothing at this URL.",
    "fix": "Check the base address and the path.",
    "advice": "Mend the URL and send the request again."
  },
  "method-not-allowed": {
    "cause": "The URL exists, but not with this method.",
    "fix": "Use a method that the header Allow lists.",
    "advice": "Send the request again with the right method."
  },
  "system-error": {
    "cause": "A fault of the provider; some providers also answer it to a malformed request.",
    "fix": "Nothing on your side, if the request is well formed.",
    "advice": "Send the same request with the same requestId later. requestId-is-not-unique then means that the first one was accepted."
  },
  "payload-too-large": {
    "cause": "The body has more than 1 MiB.",
    "fix": "Send less; attachments travel by URL.",
    "advice": "Nothing was scheduled. Send a smaller request."
  },
  "unsupported-media-type": {
    "cause": "The body is not declared as JSON.",
    "fix": "Send Content-Type: application/json.",
    "advice": "Nothing was scheduled. Send the request again with the right header."
  },
  "too-many-requests": {
    "cause": "The account sends faster than it may.",
    "fix": "Slow down.",
    "advice": "Nothing was scheduled. Wait for the seconds in Retry-After, then send the same request."
  },
  "service-unavailable": {
    "cause": "The provider cannot take requests right now.",
    "fix": "Nothing on your side.",
    "advice": "Wait for the seconds in Retry-After, then send the same request with the same requestId."
  },
  "callback-url-not-valid": {
    "cause": "The callback address is not HTTPS, is longer than 500 characters, or did not answer 200 to HEAD.",
    "fix": "Give an HTTPS address that answers HEAD with 200.",
    "advice": "The former registration stays. Mend the address and send the request again."
  }
} as const;

/** What each undelivered reason means and what to do about it. */
export const reasonAdvice = {
  "not-chattwo-user": {
    "meaning": "The subscriber is not registered in chattwo.",
    "advice": "Reach this subscriber over another channel; a later stage of the cascade does."
  },
  "no-template-match": {
    "meaning": "The message matches none of the allowed templates.",
    "advice": "Compare the content with the templates of the account, or have the template registered."
  },
  "session-not-started": {
    "meaning": "No 24-hour dialogue is open, and the message matches none of the allowed templates.",
    "advice": "Open the dialogue with a template message, or wait until the subscriber writes."
  },
  "daily-rate-limit": {
    "meaning": "The template messages of the day are used up.",
    "advice": "Send it the next day, or ask for a higher limit."
  },
  "too-long-message": {
    "meaning": "The message is longer than the channel takes.",
    "advice": "Shorten the text."
  },
  "chat-window-closed": {
    "meaning": "chattwo could not open the dialogue window.",
    "advice": "Try again later, or use another channel."
  },
  "media-request-failed": {
    "meaning": "A file of the message could not be uploaded.",
    "advice": "Check that the address of the attachment can be read from outside."
  },
  "error-subject-unknown": {
    "meaning": "The sender signature is not allowed for the account.",
    "advice": "Have the signature activated, then send a new message."
  },
  "error-address-format": {
    "meaning": "The number of the subscriber has a wrong format.",
    "advice": "Give the number in international format."
  },
  "duplicated": {
    "meaning": "The same message went out less than 5 minutes before.",
    "advice": "The subscriber has the message. Wait 5 minutes if it really shall go out twice."
  },
  "message-undeliverable": {
    "meaning": "The message could not be delivered: the number is not in chattwo, its owner has not accepted the current terms or uses an old app, or it is an authorisation message to a number with +91.",
    "advice": "Reach this subscriber over another channel."
  },
  "spam-rate-limit-hit": {
    "meaning": "Many earlier messages were blocked or marked as spam.",
    "advice": "Send less and only to people who asked for it; the block ends by itself."
  },
  "marketing-template-undeliverable": {
    "meaning": "The subscriber has got as many marketing messages as allowed.",
    "advice": "Send it again some days later."
  }
} as const;
