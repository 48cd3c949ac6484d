import { trace } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import { inSpan } from './in-span.ts';

test('without an SDK there is nothing but the work', async () => {
  const work = inSpan({ name: 'work' }, (span) => {
    expect([span.isRecording(), trace.getActiveSpan()]).toEqual([false, undefined]);
    return 7;
  });
  expect(await work).toBe(7);
});
