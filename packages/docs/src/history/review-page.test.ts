import { readContract, repositoryRoot, valueAt } from '@cascade/contract';
import { compare, type Release, type Review, readPresent } from '@cascade/evolution';
import { expect, test } from 'vitest';
import { clientsInMarkdown, reviewPage } from './review-page.ts';

const release = {
  version: '1.2.0',
  openapi: {},
  asyncapi: {},
} as unknown as Release;
const review: Review = {
  from: 'main',
  to: 'HEAD<b>',
  released: release,
  present: release,
  contract: readContract(),
  judgement: {
    impact: 'major',
    bump: 'major',
    passes: false,
    unannounced: [],
    released: '1.2.0',
    required: '2.0.0',
    planned: '1.3.0',
  },
  changes: [
    {
      impact: 'major',
      kind: 'changed',
      subject: 'code',
      at: 'out-of-balance',
      says: 'status',
      values: { of: 'status', before: '400', after: '402' },
      rests: ['§7.1/out-of-balance'],
      codes: [],
      contradicts: [],
    },
  ],
  contradicted: [],
  expectations: [{ name: 'scenario accepts-sms', says: 'An SMS.', before: '{"accepted":true}' }],
  types: [{ type: 'Button', use: 'sends', says: 'it lacks text' }],
};

const clients = [
  { client: 'oapi-codegen (Go)', says: 'main.go:3: undefined: api.Button\nmain.go:9: too many errors' },
  { client: 'openapi-generator php (PHP)', skipped: 'php is not here' },
  { client: 'openapi-generator go (Go)' },
];

test('the page and the Markdown name the generated clients that stop compiling', () => {
  const page = reviewPage(review, '', clients);
  const markdown = clientsInMarkdown(clients);
  for (const text of [page, markdown]) {
    expect(text).toContain('generated clients that stop compiling (1)');
    expect(text).toContain('main.go:3: undefined: api.Button');
    expect(text).toContain('Compile as before: openapi-generator go (Go).');
    expect(text).toContain('openapi-generator php (PHP): skipped: php is not here');
  }
  expect(markdown).toContain('\n  main.go:9: too many errors\n');
  expect(reviewPage(review, '', []) + clientsInMarkdown([])).not.toContain('generated clients');
});

test('one file has the verdict, what breaks, what it rests on, and nothing from elsewhere', () => {
  const page = reviewPage(review, 'main{margin:0}', clients);
  expect(page).toContain('The contract from main to HEAD&lt;b&gt;');
  expect(page).toContain('the version is too low: 1.2.0 must become 2.0.0 at least');
  expect(page).toContain('<b>Breaks you if</b> your program compares the status.');
  expect(page).toContain('Rests on §7.1/out-of-balance.');
  expect(page).toContain('A program that sends <code>Button</code>: it lacks text');
  expect(page).toMatch(/scenario accepts-sms.*accepted.*<span class="none">none<\/span>/);
  expect(page).not.toMatch(/(?:href|src)="(?!#)/);
});

/**
 * Edits of the contract: the list or object at a pointer, what is done to it, and the row that a reader
 * finds.
 */
const edits: readonly (readonly [at: string, edit: (node: Record<string, unknown>) => void, row: RegExp])[] =
  [
    [
      '/openapi/components/schemas/SchedulingRequest/properties',
      (node) => Reflect.deleteProperty(node, 'startTime'),
      /SchedulingRequest\. startTime breaking gone in requests string .* none Breaks you if you send or read startTime/,
    ],
    [
      '/catalogue/problems/out-of-balance',
      (node) => Reflect.set(node, 'status', 402),
      /out-of-balance breaking status 400 status 402 Breaks you if your program compares the status/,
    ],
    [
      '/openapi/components/schemas/SchedulingRequest',
      (node) => Reflect.set(node, 'required', [...Object(node.required), 'comment']),
      /SchedulingRequest breaking .*without "comment" → accepted .*without "comment" → refused Breaks you if your requests lack comment/,
    ],
    [
      '/openapi/components/schemas/Subject',
      (node) => Reflect.set(node, 'required', ['id']),
      /Subject breaking .*without "type" → does not come .*without "type" → may come Breaks you if your program reads type/,
    ],
    [
      '/openapi/paths/~1api~1cascade~1schedule/post/responses',
      (node) => Reflect.deleteProperty(node, '429'),
      /POST \/api\/cascade\/schedule breaking responses 429 responses none Breaks you if you send or wait for 429/,
    ],
    [
      '/openapi/components/parameters/WebhookTimestamp/schema',
      (node) => Reflect.set(node, 'type', 'boolean'),
      /webhook messageStatus breaking values of webhook-timestamp a string .*true or false Breaks you if your program/,
    ],
    [
      '/catalogue/limits/buttons',
      (node) => Reflect.set(node, 'value', 5),
      /buttons breaking Buttons of a chattwo template value 10 value 5 Breaks you if your program relies on the former value, 10/,
    ],
    [
      '/catalogue/reasons',
      (node) => Reflect.deleteProperty(node, 'duplicated'),
      /duplicated breaking gone listed none Breaks you if your program waits for duplicated/,
    ],
  ];

test('a reader of the page alone can name each breaking change, and whom it breaks', async () => {
  const released = readPresent(repositoryRoot);
  const present = structuredClone(released);
  for (const [at, edit] of edits) edit(Object(valueAt(present, at)));
  const changes = (await compare(released, present)).map((one) => ({
    ...one,
    rests: [],
    codes: [],
    contradicts: [],
  }));
  const page = reviewPage({ ...review, released, present, changes }, '', []);
  const parts = [...page.matchAll(/<tbody id="[^"]*" class="[^"]*">(.*?)<\/tbody>/gs)].map(([, part = '']) =>
    part
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll(/\s+/g, ' '),
  );
  const text = parts.join('\n');
  for (const [, , row] of edits) expect(text).toMatch(row);
  expect(changes.filter(({ impact }) => impact === 'major')).toHaveLength(edits.length);
  expect(text.match(/Breaks you if/g)).toHaveLength(edits.length);
}, 60_000);

test('what goes against the source is said first, with the words of the clause', () => {
  const against = {
    clause: '2.2/attachmentName-length',
    says: 'attachmentName has 70 characters at most.',
    found: 'Found 80 at catalogue/limits/attachmentName-length/value.',
  };
  const changes = review.changes.map((change) => ({ ...change, contradicts: [against] }));
  const page = reviewPage({ ...review, changes, contradicted: [against] }, '', []);
  const [main = ''] = /<h1>.*/s.exec(page) ?? [];
  expect(main).toMatch(
    /^<h1>[^<]+<\/h1>\n<section class="warning" id="against-the-source">\n<h2>Contradicts the source \(1\)/,
  );
  expect(main).toContain(
    '§2.2/attachmentName-length says: <q>attachmentName has 70 characters at most.</q> Found 80',
  );
  expect(main).toMatch(/<tr class="warning"><td colspan="3">Contradicts the source\. .*70 characters/);
  expect(reviewPage(review, '', [])).not.toContain('Contradicts');
});
