import type { KnownUndeliveredReason } from '@cascade/types';
import { expectTypeOf, test } from 'vitest';
import { createStatusHandler, type ReceivedEvent } from './index.ts';

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

test('how callbacks are signed has to be said', () => {
  // @ts-expect-error neither secrets nor allowUnsigned
  expectTypeOf(createStatusHandler({ onStatus: () => {} })).toBeFunction();
});
