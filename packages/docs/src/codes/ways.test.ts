import { readContract } from '@cascade/contract';
import { createMock } from '@cascade/mock';
import { expect, test } from 'vitest';
import { changesBetween, problemTitleOf, readWays } from './ways.ts';

const { problems } = readContract();
const ways = await readWays();
const sent = ways.flatMap(({ id, codes, sent: way }) => (way === undefined ? [] : [{ id, codes, ...way }]));

test('the mock gives the answers that the pages show', async () => {
  const mock = await createMock();
  expect(sent.length).toBeGreaterThan(100);
  for (const { id, request, answer } of sent) {
    const { method, path: target, headers, body } = request;
    const readBody = () => Promise.resolve(new TextEncoder().encode(body));
    const given = await mock.answer({ method, target, headers, readBody });
    expect({ id, status: given.status, body: JSON.parse(given.body) }).toEqual({
      id,
      status: answer.status,
      body: answer.body,
    });
    expect(given.headers, id).toMatchObject(answer.headers);
  }
  mock.stop();
});

test('the answer has one of the codes that the scenario permits, and its neighbour passes', async () => {
  const mock = await createMock();
  const codeOf = new Map(problems.map(({ code, title }) => [title, code]));
  for (const { id, codes, answer, neighbour } of sent) {
    expect(codes, id).toContain(codeOf.get(problemTitleOf(answer) ?? ''));
    const { method, path: target, headers, body } = neighbour;
    const readBody = () => Promise.resolve(new TextEncoder().encode(body));
    expect((await mock.answer({ method, target, headers, readBody })).status, id).toBe(200);
  }
  mock.stop();
});

test('what differs from the neighbour is named', () => {
  const changesOf = (id: string) => sent.find((one) => one.id === id)?.changes;
  expect(changesOf('text-missing')).toEqual([
    { place: 'content.smsContent.text', before: 'Code 4821', after: undefined },
  ]);
  expect(changesOf('key-missing')).toEqual([{ place: 'x-api-key', before: 'demo-key', after: undefined }]);
  expect(changesOf('url-unknown')).toMatchObject([{ place: 'path', after: '/api/cascade/shedule' }]);
  expect(changesOf('body-empty')).toMatchObject([{ place: 'body', after: '' }]);
  for (const { id, changes } of sent) expect(changes, id).not.toEqual([]);
});

test('a way that takes several requests has no single one', () => {
  expect(ways.filter((way) => way.sent === undefined).map(({ id }) => id)).toContain('reused-id');
});

test('the smallest members that differ are named by their places', () => {
  const before = { a: { b: [{ c: 1 }, { c: 2 }], d: 'x' }, e: null };
  const after = { a: { b: [{ c: 1 }, { c: 3 }, 4] }, e: null, f: false };
  expect(changesBetween(before, after)).toEqual([
    { place: 'a.b[1].c', before: 2, after: 3 },
    { place: 'a.b[2]', before: undefined, after: 4 },
    { place: 'a.d', before: 'x', after: undefined },
    { place: 'f', before: undefined, after: false },
  ]);
});

test('values of two kinds differ as a whole', () => {
  expect(changesBetween({ a: 1 }, [1])).toEqual([{ place: '', before: { a: 1 }, after: [1] }]);
  expect(changesBetween({ a: {} }, { a: 'x' })).toEqual([{ place: 'a', before: {}, after: 'x' }]);
  expect(changesBetween({ a: [1] }, { a: [1] })).toEqual([]);
});
