import { isKnownProblemCode, type KnownProblemCode, type ProblemCode } from '@cascade/types';
import { describe, expectTypeOf, test } from 'vitest';
import type { MessageSearch } from './history.ts';
import {
  type CascadeClient,
  createCascadeClient,
  type LenientMessage,
  type NewMessage,
  type Scheduled,
  type ScheduleFailure,
} from './index.ts';
import type { TestProvider } from './testing.ts';

declare const client: CascadeClient;
declare const message: NewMessage;

/**
 * The literals of an open list; `never` if it has collapsed to `string`, so that editors complete nothing.
 */
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

test('a message can be built step by step, an answer cannot be changed', async () => {
  const built: NewMessage = { cascadeId: 1, subscriberFilter: { address: '', type: 'PHONE' }, content: {} };
  built.content.smsContent = { contentType: 'TEXT' };
  built.content.smsContent.text = 'Hello';
  built.requestId = '6a1f0c2b-4d5e-4691-8111-12222aaaa001';
  built.subscriberFilter.address = '+12025550100';
  const lists = { buttons: [{ text: 'Yes', type: 'QUICK_REPLY', action: 'yes' }] } as const;
  built.content.chattwoContent = { contentType: 'BUTTON', ...lists };
  const { data = [] } = await client.listCascades();
  // @ts-expect-error an answer
  for (const one of data) one.id = 2;
});

test("the test provider's fetch is one", () => {
  expectTypeOf<TestProvider['fetch']>().toExtend<typeof fetch>();
});

describe('older request shapes', () => {
  const options = { baseUrl: 'https://provider.test', apiKey: 'demo-key' };
  const older = {
    cascadeId: '4010',
    subscriberFilter: { address: '1', type: 'PHONE' },
    content: { chattwoContent: { contentType: 'TEXT', text: 1, attachment: { url: 'https://a.test' } } },
  } as const;

  test('are taken by a client with the option, and by no other', () => {
    const lenient = createCascadeClient({ ...options, lenient: { keyboard: true } });
    expectTypeOf(lenient).toEqualTypeOf<CascadeClient<LenientMessage>>();
    expectTypeOf<typeof older>().toExtend<LenientMessage>();
    expectTypeOf<typeof older>().not.toExtend<NewMessage>();
    expectTypeOf(createCascadeClient(options)).toEqualTypeOf<CascadeClient>();
    const content = { chattwoContent: { contentType: 'TEXT', text: 'x', keyboard: { rows: [] } } } as const;
    const described = { cascadeId: 1, subscriberFilter: { address: '1', type: 'PHONE' }, content } as const;
    expectTypeOf<typeof described>().not.toExtend<NewMessage>();
    expectTypeOf<typeof described>().toExtend<LenientMessage>();
    // @ts-expect-error a misspelt switch
    createCascadeClient({ ...options, lenient: { keybord: true } });
  });
});

test('what the history says is told apart by outcome', () => {
  const read = (search: MessageSearch) => {
    if (search.outcome === 'found') return search.entries.length + search.messageId;
    expectTypeOf(search.outcome).toEqualTypeOf<'not-found' | 'unavailable'>();
    // @ts-expect-error only a message that was found has a status
    return search.status;
  };
  expectTypeOf(read).toBeFunction();
});
