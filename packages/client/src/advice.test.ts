import { problemCodes, problemFacts } from '@cascade/types';
import { expect, test } from 'vitest';
import { retryAdvice } from './advice.ts';

test.each(problemCodes())('%s has its advice, by code and by title', (code) => {
  expect(retryAdvice(code)).toMatchObject({
    retry: problemFacts(code).retry,
    fix: expect.stringMatching(/./),
  });
  expect(retryAdvice(problemFacts(code).title)).toEqual(retryAdvice(code));
});

test.each(['of-tomorrow', 'constructor'])('an unlisted code has none: %s', (code) => {
  expect(retryAdvice(code)).toBeUndefined();
});
