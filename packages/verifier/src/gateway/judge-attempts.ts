import type { Attempt } from '@cascade/types/gateway';
import type { GatewayUnderTest, Reply } from './gateway-under-test.ts';

/** A verdict on one demand of the protocol: absent `actual` and `why` mean a match. */
export interface Judged {
  /** What the gateway did instead. */
  readonly actual?: string;
  /** Why it could not be judged. */
  readonly why?: string;
}

/** A demand of the protocol, and how it is judged. */
export interface Demand<Context> {
  readonly id: string;
  readonly says: string;
  judge(context: Context): Promise<Judged>;
}

export interface AttemptContext {
  readonly gateway: GatewayUnderTest;
  readonly hasAuthorization: boolean;
  /** Ids of attempts that the gateway must not have sent. */
  readonly refused: string[];
  /** Answers to the attempts so far, for the receipts. */
  readonly replies: Reply[];
}

const repetitions = 8;
const noReference: Judged = { why: 'the answers have no reference' };

export const attemptDemands: readonly Demand<AttemptContext>[] = [
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
    id: 'same-key-again',
    says: 'an attempt that comes again is not sent again: the answer has the same reference',
    judge: (context) => repeated(context, 1),
  },
  {
    id: 'same-key-at-once',
    says: `so, too, if it comes ${repetitions} times at once`,
    judge: (context) => repeated(context, repetitions),
  },
  {
    id: 'own-reference',
    says: 'different attempts have different references',
    judge: differentReferences,
  },
  {
    id: 'wrong-authorization',
    says: 'a wrong or missing authorization is answered with 401 or 403',
    judge: wrongAuthorization,
  },
];

const text = (content: string) => ({ contentType: 'TEXT', text: content });

async function permitted(context: AttemptContext, part: object): Promise<Judged> {
  const reply = await post(context, context.gateway.newAttempt(part));
  return 'fault' in reply ? { actual: reply.fault } : {};
}

/** Posts an attempt `times` at once, and then once more. While the first is under way, the others may be refused. */
async function repeated(context: AttemptContext, times: number): Promise<Judged> {
  const attempt = context.gateway.newAttempt();
  const replies = await Promise.all(Array.from({ length: times }, () => post(context, attempt)));
  const last = await post(context, attempt);
  if ('fault' in last) return { actual: `${last.fault} when it came again` };
  const references = [...replies, last].flatMap((reply) =>
    'answer' in reply ? [reply.answer.reference] : [],
  );
  const different = new Set(references);
  if (different.size > 1) return { actual: `${different.size} references: ${[...different].join(', ')}` };
  return different.has(undefined) ? noReference : {};
}

async function differentReferences(context: AttemptContext): Promise<Judged> {
  const one = await post(context, context.gateway.newAttempt());
  const other = await post(context, context.gateway.newAttempt());
  if ('fault' in one || 'fault' in other) return { why: 'an attempt had no permitted answer' };
  const [a, b] = [one.answer.reference, other.answer.reference];
  if (a === undefined || b === undefined) return noReference;
  return a === b ? { actual: `both have ${a}` } : {};
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

async function post({ gateway, replies }: AttemptContext, attempt: Attempt): Promise<Reply> {
  const reply = await gateway.post(attempt);
  replies.push(reply);
  return reply;
}
