import { readContract } from '@cascade/contract';
import { expect, test } from 'vitest';
import { problemAdvice } from './advice.ts';
import { canonicalProblemCode, isKnownProblemCode, problemCodes, problemFacts } from './problem-code.ts';

const { problems } = readContract();

test('the constants have the codes of the catalogue, in its order, and nothing else', () => {
  expect(problemCodes()).toEqual(problems.map(({ code }) => code));
  expect(Object.keys(problemAdvice)).toEqual(problemCodes());
});

test.each(problems.map((entry) => [entry.code, entry] as const))(
  '%s: facts are those of the catalogue',
  (code, entry) => {
    if (!isKnownProblemCode(code)) throw new Error(`${code} is not known`);
    const { title, status, rule, retry, provenance } = problemFacts(code);
    expect({ title, status, rule, retry, provenance }).toEqual({
      title: entry.title,
      status: entry.status,
      rule: entry.rule,
      retry: entry.retry,
      provenance: entry.provenance,
    });
  },
);

test('both spellings of the cascade validation error are one code (§7.1)', () => {
  const code = 'cascade-scheduling-request-is-not-valid';
  expect(canonicalProblemCode('cascade-scheduling-request-not-valid')).toBe(code);
  expect(canonicalProblemCode(code)).toBe(code);
});

test('the apostrophe is part of the code, and a typographic one is another', () => {
  expect(isKnownProblemCode("request-doesn't-contain-content-for-all-cascade-stages")).toBe(true);
  expect(isKnownProblemCode('request-doesn’t-contain-content-for-all-cascade-stages')).toBe(false);
});

test.each(['a-code-nobody-listed', '', 'toString', '__proto__', 'constructor'])(
  'the unlisted «%s» is returned unchanged',
  (code) => {
    expect(isKnownProblemCode(code)).toBe(false);
    expect(canonicalProblemCode(code)).toBe(code);
  },
);
