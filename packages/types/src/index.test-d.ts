import { describe, expectTypeOf, test } from 'vitest';
import type {
  Cascade,
  ChattwoContent,
  Content,
  ContentType,
  KnownProblemCode,
  operations,
  Problem,
  ProblemCode,
  SchedulingRequest,
  StatusEvent,
  UndeliveredReason,
} from './index.ts';
import { isKnownProblemCode, isUndelivered } from './index.ts';

/**
 * The literals of an open list; `never` if it has collapsed to `string`, so that editors complete nothing.
 */
type Known<List> = List extends string ? (string extends List ? never : List) : never;

describe('open lists', () => {
  test('complete the listed values and accept others', () => {
    expectTypeOf<Known<ProblemCode>>().toEqualTypeOf<KnownProblemCode>();
    expectTypeOf<'auth-error'>().toExtend<Known<Problem['title']>>();
    expectTypeOf<'not-template-match'>().toExtend<Known<Exclude<StatusEvent['error'], null | undefined>>>();
    expectTypeOf<'TEXT'>().toExtend<Known<ContentType>>();
    expectTypeOf<'DELIVERED'>().toExtend<Known<StatusEvent['status']>>();
    expectTypeOf<string>().toExtend<ProblemCode>();
    expectTypeOf<string>().toExtend<UndeliveredReason>();
    expectTypeOf<string>().toExtend<ContentType>();
    expectTypeOf<string>().toExtend<Problem['title']>();
  });

  test('a guard narrows to the listed codes', () => {
    const code: ProblemCode = 'auth-error';
    if (isKnownProblemCode(code)) expectTypeOf(code).toExtend<KnownProblemCode>();
    expectTypeOf<'no-such-code'>().not.toExtend<KnownProblemCode>();
  });
});

describe('bodies', () => {
  test('a request needs its four members', () => {
    expectTypeOf<SchedulingRequest>().toHaveProperty('requestId').toEqualTypeOf<string>();
    expectTypeOf<SchedulingRequest>().toHaveProperty('cascadeId').toEqualTypeOf<number>();
    // @ts-expect-error subscriberFilter and content are missing
    const request: SchedulingRequest = { requestId: 'a', cascadeId: 1 };
    expectTypeOf(request).toEqualTypeOf<SchedulingRequest>();
  });

  test('content is typed by channel', () => {
    expectTypeOf<Content>().not.toBeAny();
    expectTypeOf<Content>().not.toBeUnknown();
    // @ts-expect-error text is a string
    const content: Content = { smsContent: { contentType: 'TEXT', text: 4821 } };
    expectTypeOf(content).toEqualTypeOf<Content>();
  });

  test('content, buttons and lists take further members', () => {
    const content: ChattwoContent = {
      contentType: 'LIST_PICKER',
      messageMatcherId: 58_286,
      paymentData: { amount: 1 },
      buttons: [{ action: 'a', payload: 'b', description: 'c' }],
      listPicker: { title: 'a', sections: [{ id: 1, items: [{ title: 'b', id: 2 }] }] },
    };
    expectTypeOf(content.text).toEqualTypeOf<string | undefined>();
    // @ts-expect-error the request itself is closed
    const request: Partial<SchedulingRequest> = { cascadeID: 1 };
    expectTypeOf(request).toExtend<object>();
  });

  test('content may come from an interface of the caller', () => {
    interface Own {
      readonly contentType: string;
      readonly text: string;
    }
    expectTypeOf<Own>().toExtend<ChattwoContent>();
  });

  test('answers and events take further members; known ones keep their types', () => {
    const event: StatusEvent = { requestId: 'a', status: 'SENT', operator: 'b' };
    const subject = { id: 1, type: 'SMS', tenantId: 100_000 };
    const cascade: Cascade = { id: 1, tenantId: 1, stages: [{ uuid: 'a', decision: null, subject, no: 1 }] };
    expectTypeOf(event.requestId).toEqualTypeOf<string | null>();
    expectTypeOf(cascade.stages[0]?.order).toEqualTypeOf<number | undefined>();
    expectTypeOf<Omit<StatusEvent, 'status'>>().toHaveProperty('requestId').toEqualTypeOf<string | null>();
    // @ts-expect-error a misspelt read is an error
    const read = ({ statusat }: StatusEvent) => statusat;
    expectTypeOf(read).toBeFunction();
  });

  test('an undelivered event has its reason', () => {
    const event: StatusEvent = { requestId: 'a', status: 'UNDELIVERED', error: 'duplicated' };
    if (isUndelivered(event)) expectTypeOf(event.error).toExtend<string>();
  });

  test('a rejected request is a problem with the status of its response', () => {
    type Rejected = operations['scheduleMessage']['responses'][400]['content']['application/problem+json'];
    expectTypeOf<Rejected>().toExtend<Problem>();
    expectTypeOf<Rejected['status']>().toEqualTypeOf<400>();
  });
});
