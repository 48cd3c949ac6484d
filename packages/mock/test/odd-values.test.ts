import { randomUUID } from 'node:crypto';
import { bodyLevelLimit, judgeScheduling, problemBody } from '@cascade/validator';
import { expect, test } from 'vitest';
import { createMock } from '../src/create-mock.ts';

const request = (part: object) => ({
  requestId: randomUUID(),
  cascadeId: 2002,
  subscriberFilter: { address: '+12025550100', type: 'PHONE' },
  content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
  ...part,
});

async function answerTo(body: string) {
  const mock = await createMock();
  const { status, body: answer } = await mock.answer({
    method: 'POST',
    target: '/api/cascade/schedule',
    headers: { 'x-api-key': 'demo-key', 'content-type': 'application/json' },
    readBody: async () => Buffer.from(body),
  });
  return { status, answer: JSON.parse(answer) };
}

test.each([
  { startTime: '2030-02-30T00:00:00Z' },
  { startTime: '2030-02-29T00:00:00Z' },
  { startTime: '2030-01-01T24:00:00Z' },
  { comment: '\0' },
  { comment: '\ud800' },
  { requestId: 'a\0b' },
  { requestId: '\udfff' },
  { subscriberFilter: { address: '1\0', type: 'PHONE' } },
  { subscriberFilter: { address: '1\ud800', type: 'PHONE' } },
  { subscriberFilter: { address: '1', type: '\udfff' } },
  { content: { smsContent: { contentType: 'TEXT', text: 'x' } }, startTime: '2030-01-01T00:00:00' },
])('%j is refused with the words of the rules, which the service runs too', async (part) => {
  const body = request(part);
  const { problem } = judgeScheduling(body);
  expect(problem?.code).toBe('matched-template-not-found');
  expect(await answerTo(JSON.stringify(body))).toEqual({
    status: 400,
    answer: problem && problemBody(problem),
  });
});

test('a start time too far ahead is refused with the words of the service (ADR-0043)', async () => {
  const body = request({ startTime: '9999-12-31T23:59:59Z' });
  expect(await answerTo(JSON.stringify(body))).toMatchObject({
    status: 400,
    answer: { detail: expect.stringMatching(/^\/startTime: must be at most 366 days ahead, found 29\d{5}$/) },
  });
});

test.each([
  { startTime: '2024-02-29T00:00:00Z' },
  { startTime: '2016-12-31T23:59:60Z' },
  { comment: '🎉\uffff' },
])('%j is accepted', async (part) => {
  expect((await answerTo(JSON.stringify(request(part)))).status).toBe(200);
});

test('a body with too many levels or values is refused before it is parsed', async () => {
  const nested = '['.repeat(bodyLevelLimit) + ']'.repeat(bodyLevelLimit);
  expect(await answerTo(JSON.stringify(request({})).replace('{', `{"extra":${nested},`))).toMatchObject({
    status: 400,
    answer: { detail: 'the body must not be nested deeper than 100 levels' },
  });
});
