import { expect, test } from 'vitest';
import { judgeScheduling } from './judge-scheduling.ts';

test('a body of half a million faults costs linear time and little memory', () => {
  const buttons = Array.from({ length: 500_000 }, () => 0);
  const body = {
    requestId: '00000000-0000-4000-8000-000000000001',
    cascadeId: 4010,
    subscriberFilter: { address: '+12025550100', type: 'PHONE' },
    content: { chattwoContent: { contentType: 'TEXT', text: 'x', buttons } },
  };
  const before = process.memoryUsage().heapUsed;
  expect(judgeScheduling(body).problem).toMatchObject({ code: 'matched-template-not-found' });
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(300_000_000);
});

test('errors of different subschemas are all kept', () => {
  const body = {
    requestId: 1,
    cascadeId: 'x',
    content: { smsContent: { contentType: 1 }, chatoneContent: {} },
  };
  expect(judgeScheduling(body).problem).toMatchObject({ pointer: '/requestId' });
  expect(
    judgeScheduling({ ...body, requestId: '00000000-0000-4000-8000-000000000001' }).problem,
  ).toMatchObject({
    pointer: '/cascadeId',
  });
});

test('a body with more faults than are kept does not pass', () => {
  const buttons = Array.from({ length: 20_000 }, () => ({ type: 1 }));
  const body = {
    requestId: '00000000-0000-4000-8000-000000000001',
    cascadeId: 4010,
    subscriberFilter: { address: '+12025550100', type: 'PHONE' },
    content: { chattwoContent: { contentType: 'TEXT', text: 'x', buttons } },
  };
  expect(judgeScheduling(body).problem).toBeDefined();
});
