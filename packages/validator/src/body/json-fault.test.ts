import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJsonFault } from './json-fault.ts';

/** JSON texts with a few characters cut out and others put in. */
const damaged = fc
  .tuple(fc.json(), fc.nat(), fc.nat(3), fc.string({ maxLength: 3 }))
  .map(([text, at, cut, put]) => {
    const from = at % (text.length + 1);
    return text.slice(0, from) + put + text.slice(from + cut);
  });

test('names the position that the engine names, or the beginning of the number, literal or \\u escape around it', () => {
  let compared = 0;
  fc.assert(
    fc.property(damaged, (text) => {
      const position = enginePosition(text);
      if (position === undefined) return;
      compared += 1;
      const found = Number(/ at position ([0-9]+)/.exec(findJsonFault(text))?.[1]);
      expect(text.slice(found, position)).toMatch(/^[-+.0-9a-zA-F]*$/);
      expect(found).toBeLessThanOrEqual(position);
    }),
    { numRuns: 2_000 },
  );
  expect(compared).toBeGreaterThan(500);
});

/** The position in the message of `JSON.parse`, where it gives one. */
function enginePosition(text: string): number | undefined {
  try {
    JSON.parse(text);
  } catch (error) {
    const position = / at position ([0-9]+)/.exec(String(error))?.[1];
    return position === undefined ? undefined : Number(position);
  }
  return undefined;
}
