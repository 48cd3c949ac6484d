import { canonicalReason, reasonFacts, undeliveredReasons } from '@cascade/types';
import { expect, test } from 'vitest';
import { listedSpelling, otherSpellings } from './received-event.ts';

test('the other spellings are those of the catalogue', () => {
  const aliases = undeliveredReasons().flatMap((reason) =>
    reasonFacts(reason).aliases.map((alias) => [alias, reason]),
  );
  expect([...otherSpellings]).toEqual(aliases);
});

test.each([...otherSpellings.keys(), ...undeliveredReasons(), 'toString', ''])(
  '«%s» is folded as the types do',
  (reason) => {
    expect(listedSpelling(reason)).toBe(canonicalReason(reason));
  },
);
