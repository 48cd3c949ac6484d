import { readContract } from '@cascade/contract';
import { beforeAll, expect, test } from 'vitest';
import { renderedSite } from '../../test/support/rendered-site.ts';
import { type SearchEngine, type SearchEntry, searchEngine } from './search-engine.ts';

const { problems, reasons } = readContract();
const answers = problems.flatMap(({ code, title, status, cases }) =>
  cases.map(({ name, detail }) => ({
    code,
    name,
    detail,
    body: { title, status, ...(detail === undefined ? {} : { detail }) },
  })),
);

let engine: SearchEngine;

beforeAll(async () => {
  const index = (await renderedSite()).get('search-index.js') ?? '';
  const entries: readonly SearchEntry[] = JSON.parse(
    index.replace('globalThis.cascadeSearch=', '').replace(/;\n$/, ''),
  );
  engine = searchEngine(entries);
}, 120_000);

const namesFor = (text: string) => engine.search(text).map(({ kind, name }) => `${kind} ${name}`);

/** An input of one line drops what separates lines. */
const inOneLine = (text: string) => text.replaceAll('\n', '');

test.each(answers)('the body of $name leads to its code alone, however it is printed', ({ code, body }) => {
  const head = `HTTP/1.1 ${body.status} Bad Request\ncontent-type: application/problem+json\n\n`;
  const pretty = JSON.stringify(body, undefined, 2);
  for (const text of [pretty, JSON.stringify(body), `${head}${pretty}`, inOneLine(`${head}${pretty}`)])
    expect(namesFor(text)).toEqual([`code ${code}`]);
});

const detailed = answers.filter(({ detail }) => detail !== undefined);

test.each(detailed)('the detail of $name leads to its code first', ({ code, detail = '' }) => {
  expect(namesFor(detail)).toContain(`code ${code}`);
  const first = engine.search(detail)[0]?.name ?? '';
  // Several codes may say the same of different fields.
  const alike = detailed.filter((other) => other.detail === detail).map((other) => other.code);
  expect(alike).toContain(first);
});

test.each(reasons)('a callback with the reason $reason leads to it alone', ({ reason, aliases }) => {
  for (const error of [reason, ...aliases]) {
    const event = { requestId: 'a', cascadeId: 7, channelType: 'SMS', status: 'UNDELIVERED', error };
    expect(namesFor(JSON.stringify(event, undefined, 2))).toEqual([`reason ${reason}`]);
  }
});

test('what the detail says is read out: cascade, stage, channel, field', () => {
  const detail =
    'Cascade scheduling request is not valid. Violations: the content was not found for the cascade template stage [cascadeTemplateId:31,634;stageUuid:2ede9313-0539-463a-9ec3-898506f4937a;channelType:CHATTWO]';
  expect(engine.search(detail)[0]).toMatchObject({
    name: 'cascade-scheduling-request-is-not-valid',
    text: expect.stringMatching(
      /^cascade 31634; stage 2ede9313-0539-463a-9ec3-898506f4937a; channel CHATTWO\. /,
    ),
  });
  const body = { title: 'requestId-is-not-unique', status: 400, detail: '/requestId: used before' };
  expect(engine.search(JSON.stringify(body))[0]?.text).toMatch(/^field \/requestId\. /);
  expect(engine.search(JSON.stringify({ error: 'duplicated', channelType: 'SMS' }))[0]?.text).toMatch(
    /^channel SMS\. /,
  );
});

test('values of another request lead to the same code', () => {
  expect(namesFor('cascade 98765 costs more than is left')[0]).toBe('code out-of-balance');
});

test('an answer with a code that is not listed is searched by its words', () => {
  expect(namesFor('{"title":"out-of-balanse"}')).toContain('code out-of-balance');
  expect(engine.search('title error')).not.toEqual([]);
});
