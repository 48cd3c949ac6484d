import { expect, test } from 'vitest';
import { deservedCodes } from './deserved-codes.ts';

const older = "request-doesn't-contain-content-for-all-cascade-stages";
const malformed = ['matched-template-not-found', 'system-error'];

test.each([
  ['one fault', [['cascade-not-found']], ['cascade-not-found']],
  ['an earlier rule wins', [['out-of-balance'], ['cascade-not-found']], ['cascade-not-found']],
  ['two of one rule', [['content-not-specified'], [older]], ['content-not-specified', older]],
  ['coverage before limits', [['button-validation-error'], [older]], [older]],
  [
    'missing fields and limits: either',
    [['text-not-specified'], ['button-validation-error']],
    ['text-not-specified', 'button-validation-error'],
  ],
  [
    'malformed may come first of all',
    [malformed, ['cascade-not-found']],
    [...malformed, 'cascade-not-found'],
  ],
  ['malformed comes before money', [malformed, ['out-of-balance']], malformed],
])('%s', (_, faults, codes) => {
  expect(deservedCodes(faults)).toEqual(codes);
});
