import { objectOf, repositoryRoot, valueAt } from '@cascade/contract';
import { describe, expect, test } from 'vitest';
import { greatest, type Impact, impacts } from './change.ts';
import { compare } from './compare.ts';
import { redoclyDiff } from './description/redocly-diff.ts';
import { seededEdits } from './edits/seeded-edits.ts';
import { judge } from './judge.ts';
import { readPresent } from './release.ts';
import { requireSource } from './source.ts';

const released = structuredClone(readPresent(repositoryRoot));
Object.assign(objectOf(valueAt(released.openapi, '/components/schemas/Subject/properties')), {
  seeded: { type: 'string', 'x-extensible-enum': ['one', 'two'] },
});
Object.assign(objectOf(valueAt(released.openapi, '/components/schemas/MessageHistoryRequest/properties')), {
  seeded: { type: 'integer', default: 10 },
});

const highest = (changes: readonly { readonly impact: Impact }[]) =>
  greatest(changes.map(({ impact }) => impact));

const judgedEdits = seededEdits.flatMap(({ impact, ...edit }) =>
  impact === 'refused' ? [] : [{ ...edit, impact }],
);
const refusedEdits = seededEdits.filter(({ impact }) => impact === 'refused');

describe.each(judgedEdits)('$name', ({ impact, edit, says }) => {
  test(`is ${impact}, and the gate demands a changeset`, async () => {
    const changes = await compare(released, edit(released));
    expect(highest(changes), JSON.stringify(changes, null, 2)).toBe(impact);
    for (const each of changes) expect(each.says).toMatch(/[^:\s]$/);
    if (says !== undefined)
      expect(
        changes.filter((change) => change.impact === impact).map((change) => change.says),
      ).toContainEqual(expect.stringContaining(says));
    const passes = (bump: Impact) => judge(changes, { released: '1.0.0', present: '1.0.0', bump }).passes;
    const enough = impacts.filter(passes);
    expect(() => requireSource(repositoryRoot, edit(released))).not.toThrow();
    const needed = impact === 'patch' ? 'none' : impact;
    expect(enough).toEqual(impacts.slice(impacts.indexOf(needed)));
  });
});

test.each(refusedEdits)('$name is refused, with the words of the clause', async ({ edit, says = '' }) => {
  expect(() => requireSource(repositoryRoot, edit(released))).toThrow(says);
  expect(says).not.toBe('');
  // An author who edits the source file as well must be told what that does.
  expect(impacts.indexOf(highest(await compare(released, edit(released))))).toBeGreaterThan(0);
});

test('the contract as it is contradicts nothing', () => {
  expect(() => requireSource(repositoryRoot, released)).not.toThrow();
});

describe('Redocly alone', () => {
  test.each(seededEdits.filter((one) => one.redoclyAlone !== undefined))(
    'calls it $redoclyAlone: $name',
    async ({ edit, redoclyAlone }) => {
      const present = edit(released);
      const changes = [
        ...(await redoclyDiff('openapi', released.openapi, present.openapi)),
        ...(await redoclyDiff('asyncapi', released.asyncapi, present.asyncapi)),
      ];
      expect(highest(changes)).toBe(redoclyAlone);
    },
  );
});

test('there are enough of them', () => {
  expect(seededEdits.length).toBeGreaterThanOrEqual(190);
  expect(new Set(seededEdits.map(({ name }) => name)).size).toBe(seededEdits.length);
});
