/**
 * The lists of the source document, copied by hand from §7 and §8. The catalogue is checked against them, so
 * nothing may be generated from it here. Change them only when the source changes.
 */
export const documentedCodes: Readonly<Record<string, number>> = {
  'requestId-is-not-unique': 400,
  'content-not-specified': 400,
  'contentType-not-specified': 400,
  'text-not-specified': 400,
  'caption-not-specified': 400,
  'action-not-specified': 400,
  'attachmentName-not-specified': 400,
  'attachmentName-is-too-long': 400,
  'latitude-not-specified': 400,
  'longitude-not-specified': 400,
  'cascade-not-found': 400,
  "request-doesn't-contain-content-for-all-cascade-stages": 400,
  'matched-template-not-found': 400,
  'cascade-scheduling-request-is-not-valid': 400,
  'template-parameter-is-not-valid': 400,
  'out-of-balance': 400,
  'button-validation-error': 400,
  'mm-api-options-invalid-combination': 400,
  'auth-error': 401,
  'not-found': 404,
  'method-not-allowed': 405,
  'system-error': 500,
};

/** §7.1: the comments, by the code that carries them. */
export const documentedComments: Readonly<Record<string, readonly string[]>> = {
  'button-validation-error': [
    'Too many buttons, maximum is 10',
    'Too many URL buttons, maximum is 2',
    'Too many PHONE buttons, maximum is 1',
    'Payload is too long, maximum is 128',
  ],
  'mm-api-options-invalid-combination': [
    'Cannot use messageActivitySharing=true when useMarketingMessagesApi=false',
  ],
};

/** §7.4: every spelling of every reason. */
export const documentedReasons: readonly string[] = [
  'not-chattwo-user',
  'no-template-match',
  'not-template-match',
  'session-not-started',
  'daily-rate-limit',
  'too-long-message',
  'chat-window-closed',
  'media-request-failed',
  'error-subject-unknown',
  'error-address-format',
  'duplicated',
  'message-undeliverable',
  'spam-rate-limit-hit',
  'marketing-template-undeliverable',
];

/** §8: the numbers, by the clause that states them. */
export const documentedLimits: Readonly<Record<string, number>> = {
  '8/attachmentName': 70,
  '8/listPicker': 24,
  '8/buttons': 10,
  '8/buttons-url': 2,
  '8/buttons-phone': 1,
  '8/payload': 128,
  '8/duplicate-window': 5,
  '8/dialogue-session': 24,
};
