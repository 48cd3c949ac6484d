import { readContract, repositoryRoot, valueAt } from '@cascade/contract';
import { expect, test } from 'vitest';
import { compare } from './compare.ts';
import { contradictedBetween, contradictedBy } from './contradicted.ts';
import { readPresent } from './release.ts';
import { reviewInMarkdown } from './review.ts';

const before = readPresent(repositoryRoot);
const contract = readContract();

/** What a change of one place goes against: of the whole state, and of its own changes. */
async function against(place: string, edit: (node: Record<string, unknown>) => void) {
  const now = structuredClone(before);
  edit(Object(valueAt(now, place)));
  const all = contradictedBetween(before, now);
  const changes = await compare(before, now);
  const own = changes.flatMap((change) => contradictedBy(change, { rests: [], all, before }));
  return { all, own, changes };
}

test.each([
  [
    'another value',
    '/catalogue/limits/attachmentName-length',
    (node: Record<string, unknown>) => Reflect.set(node, 'value', 80),
    '2.2/attachmentName-length',
    'attachmentName has 70 characters at most.',
  ],
  [
    'another status',
    '/catalogue/problems/out-of-balance',
    (node: Record<string, unknown>) => Reflect.set(node, 'status', 402),
    '7.1/out-of-balance',
    '400: the balance does not suffice.',
  ],
  [
    'a field that is gone',
    '/openapi/components/schemas/Content/properties',
    (node: Record<string, unknown>) => Reflect.deleteProperty(node, 'smsContent'),
    '2.1/smsContent',
    expect.stringContaining('smsContent'),
  ],
  [
    'what is no longer documented',
    '/openapi/components/schemas/ChannelContent/properties/text',
    (node: Record<string, unknown>) =>
      Object.assign(node, { 'x-provenance': 'assumed', 'x-assumed': 'ADR-0001' }),
    expect.stringMatching(/^2\.2\//),
    expect.stringContaining('text'),
  ],
])('%s goes against the source, in the words of its clause', async (_, place, edit, clause, says) => {
  const { own } = await against(place, edit);
  expect(own).toContainEqual(expect.objectContaining({ clause, says, found: expect.any(String) }));
});

test('a change that rests on a clause goes against it with all others of it', async () => {
  const { all, changes } = await against(
    '/openapi/components/schemas/ChannelContent/properties/text',
    (node) => Reflect.set(node, 'maxLength', 9),
  );
  expect(all).toEqual([]);
  const other = { clause: '2.2/text', says: 'It is.', found: 'Found 1.' };
  const [change] = changes;
  expect(change && contradictedBy(change, { rests: ['§2.2/text'], all: [other], before })).toEqual([other]);
  expect(change && contradictedBy(change, { rests: ['§2.2/x'], all: [other], before })).toEqual([]);
});

test('a clause in other words does not change the source', async () => {
  const { all } = await against('/catalogue', (node) => {
    Object.assign(Object(valueAt(node, '/limits/attachmentName-length')), { value: 80 });
    Object.assign(Object(valueAt(node, '/clauses/2.2~1attachmentName-length')), {
      says: 'attachmentName has 80 characters at most.',
    });
    Object.assign(Object(valueAt(node, '/source/2.2~1attachmentName-length')), {
      'catalogue/limits/attachmentName-length/value': 80,
    });
  });
  expect(all).toContainEqual({
    clause: '2.2/attachmentName-length',
    says: 'attachmentName has 70 characters at most.',
    found: 'Found 80 at catalogue/limits/attachmentName-length/value.',
    place: 'catalogue/limits/attachmentName-length/value',
  });
});

test('what is assumed, or only said otherwise, goes against nothing', async () => {
  const assumed = await against('/catalogue/limits/start-time', (node) => Reflect.set(node, 'value', 100));
  const worded = await against('/catalogue/problems/out-of-balance', (node) =>
    Reflect.set(node, 'fix', 'Pay.'),
  );
  for (const { all, own, changes } of [assumed, worded])
    expect([all, own, changes.length]).toEqual([[], [], 1]);
});

test('a pull request says it before all else', () => {
  const contradicted = [{ clause: '1/a', says: 'It is 70.', found: 'Found 80 at x.' }];
  const judgement = {
    impact: 'none',
    bump: 'none',
    passes: true,
    unannounced: [],
    released: '1.0.0',
    required: '1.0.0',
    planned: '1.0.0',
  } as const;
  const review = {
    from: 'main',
    to: 'HEAD',
    judgement,
    changes: [],
    expectations: [],
    types: [],
    released: before,
    present: before,
    contract,
  };
  expect(reviewInMarkdown({ ...review, contradicted })).toMatch(
    /^> \[!CAUTION\]\n> \*\*Contradicts the source \(1\)\.\*\* .*\n>\n> - \*\*§1\/a\*\* says: «It is 70\.» Found 80 at x\.\n\n## Contract/,
  );
  expect(reviewInMarkdown({ ...review, contradicted: [] })).toMatch(/^## Contract/);
});
