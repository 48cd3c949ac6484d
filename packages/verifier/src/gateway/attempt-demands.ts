import { setTimeout as wait } from 'node:timers/promises';
import type { Attempt, AttemptAnswer } from '@cascade/types/gateway';
import type { Demand, Judged } from './demand.ts';
import type { GatewayUnderTest, Reply } from './gateway-under-test.ts';

export interface AttemptContext {
  readonly gateway: GatewayUnderTest;
  readonly hasAuthorization: boolean;
  /** How many attempts are posted at once. */
  readonly atOnce: number;
  /** Ids of attempts that were refused with 401 or 403: the gateway must not have sent them. */
  readonly refused: string[];
  /** Ids of attempts that came after their end, and were answered with UNDELIVERED. */
  readonly expired: string[];
  /** Answers to the attempts so far, for the receipts. */
  readonly replies: Reply[];
}

type Posting = Pick<AttemptContext, 'gateway' | 'replies'>;

const repetitions = 8;
const noReference: Judged = { why: 'the answers have no reference' };
const hour = 3_600_000; // milliseconds
/** The rest of the time of an attempt that comes again after its end, in milliseconds. */
const shortRest = 2_000;
/** An attempt may be under way for so long, and is asked for so often meanwhile, in milliseconds. */
const underWay = { longest: 15_000, every: 500 } as const;

/** The demands on answers to attempts. */
export function attemptDemands(atOnce: number): readonly Demand<AttemptContext>[] {
  return [
    {
      id: 'permitted-answer',
      says: 'an attempt is answered with 2xx and SENT, DELIVERED, or UNDELIVERED with a reason',
      judge: (context) => permitted(context, {}),
    },
    {
      id: 'further-members',
      says: 'fields that are not described do not change that',
      judge: (context) => permitted(context, { own: { a: [1] }, content: { ...text('Trial'), own: true } }),
    },
    {
      id: 'large-content',
      says: 'content of 1 MiB with any characters is answered, if only with UNDELIVERED',
      judge: (context) => permitted(context, { content: text('й😀'.repeat(170_000)) }),
    },
    {
      id: 'end-of-stage',
      says: 'an attempt whose stage ends in an hour (`expiresAt`) is answered as any other',
      judge: (context) => permitted(context, { expiresAt: timeIn(hour) }),
    },
    {
      id: 'wrong-address',
      says: 'a wrong address is answered with 2xx, if with UNDELIVERED, then with error-address-format',
      judge: wrongAddress,
    },
    {
      id: 'same-key-again',
      says: 'an attempt that comes again is not sent again: it gets its first answer, with the same reference',
      judge: (context) => repeated(context, 1),
    },
    {
      id: 'same-key-at-once',
      says: `so, too, if it comes ${repetitions} times at once; meanwhile it may get 409`,
      judge: (context) => repeated(context, repetitions),
    },
    {
      id: 'same-key-after-break',
      says: 'so, too, if its first connection broke before the answer',
      judge: afterBreak,
    },
    {
      id: 'same-key-late',
      says: 'so, too, if it comes again after the end of its stage',
      judge: afterItsEnd,
    },
    {
      id: 'expired',
      says: 'an attempt that first comes after the end of its stage is not sent: it is UNDELIVERED',
      judge: expired,
    },
    {
      id: 'own-reference',
      says: 'different attempts have different references',
      judge: differentReferences,
    },
    {
      id: 'many-at-once',
      says: `of ${atOnce} attempts at once each is answered; the gateway may ask for less with 429, or 503 and Retry-After`,
      judge: manyAtOnce,
    },
    {
      id: 'wrong-authorization',
      says: 'a wrong or missing authorization is answered with 401 or 403',
      judge: wrongAuthorization,
    },
  ];
}

const text = (content: string) => ({ contentType: 'TEXT', text: content });

const timeIn = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

async function permitted(context: AttemptContext, part: object): Promise<Judged> {
  const reply = await post(context, context.gateway.newAttempt(part));
  return 'fault' in reply ? { actual: reply.fault } : {};
}

async function wrongAddress(context: AttemptContext): Promise<Judged> {
  const reply = await post(context, context.gateway.newAttempt({ address: 'not a number' }));
  if ('fault' in reply) return { actual: reply.fault };
  const { answer } = reply;
  const isRight = answer.status !== 'UNDELIVERED' || answer.reason === 'error-address-format';
  return isRight ? {} : { actual: `it is ${say(answer)}` };
}

/** Posts an attempt `times` at once, and then once more. */
async function repeated(context: AttemptContext, times: number): Promise<Judged> {
  const attempt = context.gateway.newAttempt();
  const replies = await Promise.all(Array.from({ length: times }, () => post(context, attempt)));
  const last = await answerTo(context, attempt);
  if ('fault' in last) return { actual: `${last.fault} when it came again` };
  const isOdd = (reply: Reply) => 'fault' in reply && reply.status !== 409;
  const odd = times === 1 ? undefined : replies.find(isOdd);
  if (odd !== undefined && 'fault' in odd) return { actual: `${odd.fault} while the first was under way` };
  return sameAnswer([...replies, last]);
}

async function afterBreak(context: AttemptContext): Promise<Judged> {
  const attempt = context.gateway.newAttempt();
  await context.gateway.postAndLeave(attempt);
  const first = await answerTo(context, attempt);
  if ('fault' in first) return { actual: `${first.fault} when it came again` };
  return sameAnswer([first, await answerTo(context, attempt)]);
}

async function afterItsEnd(context: AttemptContext): Promise<Judged> {
  const attempt = context.gateway.newAttempt({ expiresAt: timeIn(shortRest) });
  const first = await post(context, attempt);
  if ('fault' in first) return { why: 'the attempt had no permitted answer' };
  await wait(Math.max(0, Date.parse(attempt.expiresAt ?? '') - Date.now() + 100));
  const again = await answerTo(context, attempt);
  if ('fault' in again) return { actual: `${again.fault} when it came again` };
  return sameAnswer([first, again]);
}

async function expired(context: AttemptContext): Promise<Judged> {
  const reply = await post(context, context.gateway.newAttempt({ expiresAt: timeIn(-hour) }));
  if ('fault' in reply) return { actual: reply.fault };
  if (reply.answer.status !== 'UNDELIVERED') return { actual: `it is ${say(reply.answer)}` };
  context.expired.push(reply.attemptId);
  return {};
}

async function differentReferences(context: AttemptContext): Promise<Judged> {
  const one = await post(context, context.gateway.newAttempt());
  const other = await post(context, context.gateway.newAttempt());
  if ('fault' in one || 'fault' in other) return { why: 'an attempt had no permitted answer' };
  const a = one.answer.reference;
  const b = other.answer.reference;
  if (a === undefined || b === undefined) return noReference;
  return a === b ? { actual: `both have ${a}` } : {};
}

async function manyAtOnce(context: AttemptContext): Promise<Judged> {
  const attempts = Array.from({ length: context.atOnce }, () => context.gateway.newAttempt());
  const replies = await Promise.all(attempts.map((attempt) => post(context, attempt)));
  const faults = replies.flatMap((reply) => ('fault' in reply ? [reply.fault] : []));
  return faults.length === 0 ? {} : { actual: `${faults.length} were not answered; ${faults[0]}` };
}

async function wrongAuthorization({ gateway, hasAuthorization, refused }: AttemptContext): Promise<Judged> {
  if (!hasAuthorization) return { why: 'no --authorization was given' };
  for (const authorization of ['Bearer wrong', null]) {
    const attempt = gateway.newAttempt();
    const reply = await gateway.post(attempt, authorization);
    const { status } = reply;
    if (status !== 401 && status !== 403) {
      const seen = 'fault' in reply ? reply.fault : `status ${status}`;
      return { actual: `${seen} with ${authorization === null ? 'none' : 'a wrong one'}` };
    }
    refused.push(attempt.attemptId);
  }
  return {};
}

/** Posts an attempt once, and keeps the answer for the receipts. */
export async function post({ gateway, replies }: Posting, attempt: Attempt): Promise<Reply> {
  const reply = await gateway.post(attempt);
  replies.push(reply);
  return reply;
}

/** The answer to an attempt that came before, which may still be under way. */
async function answerTo(context: AttemptContext, attempt: Attempt): Promise<Reply> {
  const until = performance.now() + underWay.longest;
  for (;;) {
    const reply = await post(context, attempt);
    if (reply.status !== 409 || performance.now() > until) return reply;
    await wait(underWay.every);
  }
}

/** Whether all that are answers are the same. */
function sameAnswer(replies: readonly Reply[]): Judged {
  const answers = replies.flatMap((reply) => ('answer' in reply ? [reply.answer] : []));
  const different = new Set(answers.map(say));
  if (different.size > 1) return { actual: `${different.size} answers: ${[...different].join(', ')}` };
  return answers.some(({ reference }) => reference === undefined) ? noReference : {};
}

function say(answer: AttemptAnswer): string {
  const reason = answer.status === 'UNDELIVERED' ? ` with ${answer.reason}` : '';
  return `${answer.status}${reason}${answer.reference === undefined ? '' : ` as ${answer.reference}`}`;
}
