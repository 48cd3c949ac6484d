import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchTemplate } from './match-template.ts';

const matches = (template: string, text: string) =>
  matchTemplate([{ name: 'it', text: template }], text) !== undefined;

test.each([
  ['Your code is {code}.', 'Your code is 4821.'],
  ['Your code is {code}.', 'Your code is a.b.c..'],
  ['{greeting}', 'anything\nat all'],
  ['{a}{b}', 'xy'],
  ['{a} and {b} and {c}', 'x and y and z and more'],
  ['no placeholder', 'no placeholder'],
])('%j allows %j', (template, text) => {
  expect(matches(template, text)).toBe(true);
});

test.each([
  ['Your code is {code}.', 'Your code is .'],
  ['Your code is {code}.', 'Your code is 4821'],
  ['Your code is {code}.', 'your code is 4821.'],
  ['{a}{b}', 'x'],
  ['{a} and {b} and {c}', 'x and y'],
  ['a{x}a', 'aa'],
  ['no placeholder', 'no placeholder!'],
])('%j does not allow %j', (template, text) => {
  expect(matches(template, text)).toBe(false);
});

test('agrees with a regular expression, which is too slow for some texts', () => {
  const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 2 }), {
    minLength: 1,
    maxLength: 4,
  });
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 12 });
  fc.assert(
    fc.property(pieces, texts, (parts, text) => {
      expect(matches(parts.join('{x}'), text)).toBe(new RegExp(`^${parts.join('.+')}$`, 's').test(text));
    }),
    { numRuns: 3000 },
  );
});
