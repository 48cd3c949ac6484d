import type { AnswerFault } from '../oracle/fault.ts';

/** What is to be known of a check by those whose provider failed it. */
interface CheckInWords {
  readonly judges: string;
  /** The clauses that it rests on, and what they say in our words. */
  readonly why: string;
  readonly fix: string;
  readonly example: string;
}

/** Every kind of finding, by its check. */
export const checks: Readonly<Record<AnswerFault['check'], CheckInWords>> = {
  answers: {
    judges: 'Each request gets an HTTP answer in time, and the provider goes on answering after it.',
    why: '§4.1/error-response: whatever is wrong with a request, a provider answers it. A connection that ends without an answer leaves the client not knowing whether its message is sent.',
    fix: 'Look in the log of the provider for a crash or a time-out at this request. Catch failures around the handler and answer 500 with a problem body. A 502 to 504 without one is of a proxy before the provider: look there.',
    example: 'A text with an unpaired surrogate crashes the JSON encoder, and the process restarts.',
  },
  'positive-data-acceptance': {
    judges: 'A request that breaks no rule is accepted with any 2xx.',
    why: '§4.1/success and the clauses of the fields: what the source allows, a client may send.',
    fix: 'Compare the request with the smallest accepted one, and loosen the check that refuses it. If the provider means something else by a field, say so in the profile (places, buttons, content).',
    example: 'A document name of 70 characters is refused, since the provider counts bytes.',
  },
  'negative-data-rejection': {
    judges: 'A request that breaks a rule is refused.',
    why: '§1/validated-first: settings, templates and balance are checked before anything is scheduled, so a wrong request must not become a message that costs money.',
    fix: 'Add the check that the clause names, before the message is scheduled.',
    example: 'A document name of 71 characters is accepted; §8 allows 70.',
  },
  'status-code-conformance': {
    judges: 'The HTTP status is the status of the problem code; a success has no problem body.',
    why: '§7.1 lists a status for each code, and clients branch on it.',
    fix: 'Answer each code with its own status: 401 for auth-error, 404 for not-found, 405 for method-not-allowed, 500 for system-error, 400 for most others.',
    example: 'auth-error is answered with 400 instead of 401.',
  },
  'content-type-conformance': {
    judges: 'A problem body is declared as JSON.',
    why: '§2.4: the body is JSON, and a client that reads the media type does not parse text/html.',
    fix: 'Send content-type: application/problem+json, or application/json.',
    example: 'A framework answers an unknown path with a page of HTML.',
  },
  'response-schema-conformance': {
    judges:
      'A body has the shape of the description: title, status and detail of a problem with their types.',
    why: '§2.4: title is the code, status is the number of the HTTP status, detail is text. Clients decode by these types.',
    fix: 'Make the body as the schema says; the finding names the place in it, as in /status.',
    example: '"status": "400" is a text where the schema has an integer.',
  },
  'response-headers-conformance': {
    judges: 'An answer has the headers that its status calls for: Allow with 405, WWW-Authenticate with 401.',
    why: 'RFC 9110 §15.5.6 and §11.6.1. The source does not ask for them, so this is a hint and changes no verdict.',
    fix: 'Add the header to the answer.',
    example: 'GET on the scheduling path is answered with 405 and no Allow: POST.',
  },
  'problem-code': {
    judges:
      'The title of a refusal is the code of the rule that the request breaks; of several rules, of the first.',
    why: '§7.1 says which code belongs to which mistake, and §4.1 in which order the rules are checked.',
    fix: 'Answer with the expected code. If the request breaks several rules, check them in the order of §4.1: id, cascade, coverage, template, balance.',
    example:
      'A used requestId with an unknown cascade is answered with cascade-not-found; rule 1 comes first.',
  },
  'problem-text': {
    judges:
      'The text of a problem says what the source says: comments of §7.1, violations of §7.3 in their words and order.',
    why: '§7.1/comment-… and §7.3: clients show these texts, and some parse them.',
    fix: 'Take the text over letter by letter; the finding shows the piece that differs.',
    example: 'stage 2 is named before stage 1 in the violations.',
  },
  state: {
    judges: 'What a provider remembers: used ids, money, and what becomes of one message in a series.',
    why: '§2.1/requestId-new and §4.1/rule-5: an id serves once, and a message that cannot be paid for is refused.',
    fix: 'Decide and store in one transaction. Two requests at once must not both find an id unused or money left.',
    example: 'Of 50 requests at once with one id, two are accepted.',
  },
  callback: {
    judges:
      'The outcome of a message is reported: once, signed if the profile says so, with a listed reason, repeated until it is taken.',
    why: '§6: changes of a message status are delivered to the callback, and UNDELIVERED has a reason of §7.4.',
    fix: 'Compare headers and body of the callback with the expected ones. If nothing came, check that the provider reaches the receiver (callback.listen and callback.publicUrl of the profile).',
    example: 'The reason is no-template-match although the profile provoked too-long-message.',
  },
  receiver: {
    judges: 'A receiver takes what it must, refuses what is forged or old, and handles each event once.',
    why: '§6, §9/codes-grow and the decisions on signatures (ADR-0017, ADR-0018): a code that is not listed is not an error.',
    fix: 'Verify the signature over id, time and the bytes of the body; answer 2xx once the event is stored; tell repeats by webhook-id.',
    example: 'A receiver answers 400 to a reason that it does not know.',
  },
  client: {
    judges:
      'A client says truly what became of its message, and sends neither its key elsewhere nor a message twice.',
    why: '§7/codes-grow and the decisions on repeats (ADR-0060): after a lost answer the message may be scheduled.',
    fix: 'Repeat with the same requestId; take a lost answer for unknown, not for failed; follow no redirect to another host with the key.',
    example: 'A client ends with "not scheduled" after a body that broke off.',
  },
};
