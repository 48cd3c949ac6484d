import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePointLength } from './code-point-length.ts';

test('counts what an iterator over the text returns', () => {
  const unit = fc.constantFrom('a', 'é', '\ud83c', '\udf89', '🎉', '\ud800', '\udfff');
  fc.assert(
    fc.property(fc.array(unit), (units) => {
      const text = units.join('');
      expect(codePointLength(text)).toBe([...text].length);
    }),
    { numRuns: 500 },
  );
});
