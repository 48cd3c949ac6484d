import type { KnownUndeliveredReason } from '@cascade/types';
import { expectTypeOf, test } from 'vitest';
import { createStatusHandler, type ReceivedEvent } from './index.ts';
import { unsignedRequest } from './testing.ts';

/** The literals of an open list; `never` when it collapsed to `string` and the editor completes nothing. */
type Known<List> = List extends string ? (string extends List ? never : List) : never;

test('known statuses and reasons complete, and others pass', () => {
  expectTypeOf<Known<Exclude<ReceivedEvent['reason'], null>>>().toEqualTypeOf<KnownUndeliveredReason>();
  expectTypeOf<'UNDELIVERED' | 'DELIVERED'>().toExtend<Known<ReceivedEvent['status']>>();
  expectTypeOf<'SMS'>().toExtend<Known<Exclude<ReceivedEvent['channelType'], null>>>();
  expectTypeOf<string>().toExtend<ReceivedEvent['status']>();
  expectTypeOf<string>().toExtend<Exclude<ReceivedEvent['reason'], null>>();
});

test('onStatus gets the event, and may take its time', () => {
  createStatusHandler({
    secrets: ['whsec_AAAA'],
    onStatus: (event) => expectTypeOf(event).toEqualTypeOf<ReceivedEvent>(),
  });
  createStatusHandler({ secrets: ['whsec_AAAA'], onStatus: async () => {} });
});

test('how the sender is known has to be said', () => {
  const onStatus = () => {};
  // @ts-expect-error neither secrets nor token nor allowUnsigned
  expectTypeOf(createStatusHandler({ onStatus })).toBeFunction();
  // @ts-expect-error allowUnsigned beside a token
  expectTypeOf(createStatusHandler({ token: 'a', allowUnsigned: true, onStatus })).toBeFunction();
  createStatusHandler({ token: 'a', onStatus });
  createStatusHandler({ token: ['older', 'newer'], onStatus });
  createStatusHandler({ secrets: ['whsec_AAAA'], token: 'a', onStatus });
  createStatusHandler({ allowUnsigned: true, onStatus });
});

test('environment variables are given as they are', () => {
  type Options = Parameters<typeof createStatusHandler>[0];
  const { CALLBACK_SECRET, CALLBACK_TOKEN } = process.env;
  expectTypeOf({ secrets: [CALLBACK_SECRET], onStatus: () => {} }).toExtend<Options>();
  expectTypeOf({ token: CALLBACK_TOKEN, onStatus: () => {} }).toExtend<Options>();
});

test('requestId can be null, and onOther gets an object and headers', () => {
  expectTypeOf<ReceivedEvent['requestId']>().toEqualTypeOf<string | null>();
  createStatusHandler({
    allowUnsigned: true,
    onStatus: () => {},
    onOther: (body, headers) => {
      expectTypeOf(body).toEqualTypeOf<Readonly<Record<string, unknown>>>();
      expectTypeOf(headers).toEqualTypeOf<Headers>();
    },
  });
});

test('bodies for tests are literals with any further members', () => {
  unsignedRequest({ requestId: null, status: 'FAILED', paymentData: { chargeable: true } }, { token: 'a' });
  unsignedRequest({ messageContent: { text: 'Yes' } });
});
