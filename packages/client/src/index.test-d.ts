import { isKnownProblemCode, type KnownProblemCode, type ProblemCode } from '@cascade/types';
import { describe, expectTypeOf, test } from 'vitest';
import type { CascadeClient, NewMessage, Scheduled, ScheduleFailure } from './index.ts';

declare const client: CascadeClient;
declare const message: NewMessage;

/** The literals of an open list; `never` if it has collapsed to `string`, so that editors complete nothing. */
type Known<List> = List extends string ? (string extends List ? never : List) : never;

describe('data xor error', () => {
  test('narrows the result, by either', async () => {
    const result = await client.schedule(message);
    if (result.error) {
      expectTypeOf(result.error).toEqualTypeOf<ScheduleFailure>();
      expectTypeOf(result.data).toEqualTypeOf<undefined>();
    } else expectTypeOf(result.data).toEqualTypeOf<Scheduled>();
    if (result.data) expectTypeOf(result.error).toEqualTypeOf<undefined>();
    else expectTypeOf(result.error).toEqualTypeOf<ScheduleFailure>();
  });

  test('narrows destructured members', async () => {
    const { data, error } = await client.schedule(message);
    if (error === undefined) expectTypeOf(data).toEqualTypeOf<Scheduled>();
    else expectTypeOf(error.outcome).toEqualTypeOf<'not-scheduled' | 'unknown'>();
    // @ts-expect-error data may be missing until error is checked
    expectTypeOf(data.requestId).toEqualTypeOf<string>();
  });
});

describe('a failure', () => {
  test('has a code only if it is a problem; listed codes complete, others are accepted', async () => {
    const { error } = await client.schedule(message);
    if (error?.kind === 'problem') {
      expectTypeOf<Known<typeof error.code>>().toEqualTypeOf<KnownProblemCode>();
      expectTypeOf<'of-tomorrow'>().toExtend<typeof error.code>();
    }
    if (error?.kind === 'timeout') expectTypeOf(error.code).toEqualTypeOf<undefined>();
    if (error?.kind === 'unreadable') expectTypeOf(error.text).toEqualTypeOf<string>();
    if (error) expectTypeOf(error.code).toEqualTypeOf<ProblemCode | undefined>();
  });

  test('can be narrowed to the last kind', async () => {
    const { error } = await client.listCascades();
    if (!error) return;
    const { kind } = error;
    if (kind === 'problem' || kind === 'unreadable' || kind === 'timeout') return;
    if (kind === 'connection' || kind === 'aborted') return;
    expectTypeOf(kind).toBeNever();
  });

  test('can be narrowed to the last listed code', () => {
    const advise = (code: ProblemCode) => {
      if (!isKnownProblemCode(code)) return 'unlisted';
      if (code === 'out-of-balance') return 'top up';
      expectTypeOf(code).toEqualTypeOf<Exclude<KnownProblemCode, 'out-of-balance'>>();
      return 'fix';
    };
    expectTypeOf(advise).returns.toExtend<string>();
  });
});

test('of a message, only requestId is optional', () => {
  expectTypeOf<NewMessage['requestId']>().toEqualTypeOf<string | undefined>();
  // @ts-expect-error content is missing
  const incomplete: NewMessage = { cascadeId: 1, subscriberFilter: { address: '', type: 'PHONE' } };
  expectTypeOf(incomplete).toEqualTypeOf<NewMessage>();
});
