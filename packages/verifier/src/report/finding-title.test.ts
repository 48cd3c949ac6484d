import { expect, test } from 'vitest';
import { findingTitle } from './finding-title.ts';

test.each([
  ['A is refused.', 'negative-data-rejection', 'refusal', 'acceptance (200)', 'A was accepted.'],
  ['Two are refused with x.', 'negative-data-rejection', 'refusal', 'acceptance', 'Two were accepted.'],
  ['It refuses GET.', 'negative-data-rejection', 'refusal', 'acceptance (200)', 'It accepted GET.'],
  ['A is accepted.', 'positive-data-acceptance', 'acceptance', '400 x', 'A was refused.'],
  ['A is refused with x.', 'problem-code', 'x', 'y', 'A was refused with y, not x.'],
  [
    'A is refused.',
    'status-code-conformance',
    'the status 400 of x',
    '422',
    'A was refused with 422, not the status 400 of x.',
  ],
  ['A receiver accepts B.', 'receiver', 'acceptance', 'status 500', 'A receiver refused B.'],
] as const)(
  'the title of a fault against «%s» (%s) says how the rule was broken',
  (says, check, expected, actual, title) => {
    expect(findingTitle({ says }, { check, expected, actual })).toBe(title);
  },
);

test.each([
  ['problem-code', 'x', 'y', 'The provider answered y, expected x: Rule 1 comes first.'],
  [
    'positive-data-acceptance',
    '2xx',
    '401 y',
    'The provider refused the request with 401 y, expected 2xx: Rule 1 comes first.',
  ],
  [
    'negative-data-rejection',
    'x',
    'acceptance (200)',
    'The provider accepted the request (200), expected x: Rule 1 comes first.',
  ],
  ['status-code-conformance', '400', '422', 'The provider answered 422, expected 400: Rule 1 comes first.'],
  [
    'problem-code',
    'a or b or c or d',
    'y',
    'The provider answered y, expected a or one of 3 others: Rule 1 comes first.',
  ],
  ['problem-text', 'a stage', 'the content', 'The refusal says the content, expected a stage.'],
  [
    'response-schema-conformance',
    '200 and {}',
    '200, text/html, {}',
    'The answer is 200, text/html, {}, expected 200 and {}.',
  ],
  ['problem-text', '1,000, in «a 1,000»', '1000, in «a 1000»', 'The refusal says 1000, expected 1,000.'],
  [
    'response-schema-conformance',
    '/status must be 400',
    '500',
    '/status of the answer is 500, but must be 400.',
  ],
  [
    'response-schema-conformance',
    "the body must have required property 'title'",
    'no title',
    'The answer has no title, which must be there.',
  ],
  [
    'response-schema-conformance',
    'status 400, as the answer has',
    'status 500',
    'The body of the answer has status 500, expected status 400, as the answer has.',
  ],
  [
    'response-schema-conformance',
    'a JSON problem body',
    '<p>',
    'The body of the answer is <p>, expected a JSON problem body.',
  ],
  [
    'response-schema-conformance',
    'a JSON problem body',
    'an empty body',
    'The answer has an empty body, expected a JSON problem body.',
  ],
  [
    'response-headers-conformance',
    'the header Retry-After must be integer',
    '"soon"',
    'The header Retry-After of the answer is "soon", but must be integer.',
  ],
  [
    'response-headers-conformance',
    'the header allow with POST',
    'none',
    'The answer has no such header, expected the header allow with POST.',
  ],
  [
    'content-type-conformance',
    'application/json',
    'text/html',
    'The answer has the content-type text/html, expected application/json.',
  ],
  [
    'content-type-conformance',
    'application/json',
    'none',
    'The answer has no content-type, expected application/json.',
  ],
  [
    'callback',
    'UNDELIVERED with x',
    'no callback within 5 s',
    'There was no callback within 5 s, expected UNDELIVERED with x.',
  ],
  [
    'callback',
    'UNDELIVERED with x',
    'undelivered with x',
    'The callback says undelivered with x, expected UNDELIVERED with x.',
  ],
  [
    'callback',
    "the body must have required property 'status'",
    '{}',
    'The callback has no status, which must be there.',
  ],
  [
    'callback',
    '/subjectId must be integer,null',
    '"x"',
    '/subjectId of the callback is "x", but must be integer,null.',
  ],
  ['callback', 'a signature', 'the signature is in hex', 'The signature is in hex, expected a signature.'],
  [
    'state',
    '1 of 50 accepted',
    '3 of 50 accepted',
    'The provider accepted 3 of 50, expected 1 of 50 accepted.',
  ],
  ['answers', 'an answer', 'the connection broke (x)', 'The connection broke (x), expected an answer.'],
  [
    'answers',
    'an answer',
    'its answer is not HTTP (x)',
    "The provider's answer is not HTTP (x), expected an answer.",
  ],
  [
    'answers',
    'an answer',
    'connection refused',
    'The request failed: connection refused, expected an answer.',
  ],
  ['client', 'the end code 1', 'it ended with 0', 'The client ended with 0, expected the end code 1.'],
  ['receiver', 'a status', 'it was handled', 'The event was handled, expected a status.'],
] as const)(
  'the title of %s, %s instead of %s, has a subject, and the value as it came',
  (check, expected, actual, title) => {
    expect(findingTitle({ says: 'Rule 1 comes first.' }, { check, expected, actual })).toBe(title);
  },
);
