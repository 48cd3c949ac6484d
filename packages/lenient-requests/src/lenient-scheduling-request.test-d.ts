import { describe, expectTypeOf, test } from 'vitest';
import bodies from '../test/older-bodies.json' with { type: 'json' };
import type { LenientSchedulingRequest } from './index.ts';

const start = { requestId: 'order 1', cascadeId: '2007' } as const;
const subscriberFilter = { address: '10000000001', type: 'PHONE' } as const;

describe('older bodies compile', () => {
  test('from a JSON file', () => {
    const read: readonly LenientSchedulingRequest[] = bodies;
    expectTypeOf(read).toExtend<readonly LenientSchedulingRequest[]>();
  });

  test('as literals', () => {
    const request: LenientSchedulingRequest = {
      ...start,
      subscriberFilter,
      content: {
        smsContent: { text: 4821 },
        chattwoContent: {
          contentType: 'DOCUMENT',
          attachment: { url: 'https://files.example.test/a', name: 'a' },
          keyboard: { rows: [{ buttons: [{ buttonType: 'URL', text: 'Open', url: 'https://a.test' }] }] },
          messageMatcherId: 13_063,
        },
      },
    };
    expectTypeOf(request.cascadeId).toEqualTypeOf<number | string>();
  });

  test('as const', () => {
    const request = {
      ...start,
      subscriberFilter,
      content: {
        chatoneContent: {
          contentType: 'TEXT',
          text: 'Hello',
          keyboard: { rows: [{ buttons: [{ type: 'QUICK_REPLY', text: 'Yes', payload: 'yes' }] }] },
        },
      },
    } as const;
    expectTypeOf(request).toExtend<LenientSchedulingRequest>();
  });
});

test('faults are still errors', () => {
  // @ts-expect-error content is missing
  const incomplete: LenientSchedulingRequest = { ...start, subscriberFilter };
  // @ts-expect-error only smsContent may lack its contentType
  const untyped: LenientSchedulingRequest = { ...incomplete, content: { chattwoContent: { text: 'a' } } };
  // @ts-expect-error the request is closed
  const misspelt: LenientSchedulingRequest = { ...untyped, cascadeID: 1 };
  expectTypeOf(misspelt).toEqualTypeOf<LenientSchedulingRequest>();
});
