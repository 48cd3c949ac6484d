import { randomUUID } from 'node:crypto';
import type { Withdrawal } from '@cascade/types/gateway';
import { post } from './attempt-demands.ts';
import type { Demand, Judged } from './demand.ts';
import type { GatewayUnderTest, Reply, Withdraw } from './gateway-under-test.ts';

export interface WithdrawalContext {
  readonly gateway: GatewayUnderTest;
  readonly withdraw: Withdraw;
  readonly hasAuthorization: boolean;
  readonly replies: Reply[];
  /** Ids of attempts that the gateway says it has withdrawn. */
  readonly withdrawn: string[];
}

const noAnswer: Judged = { why: 'the attempt had no permitted answer' };

export const withdrawalDemands: readonly Demand<WithdrawalContext>[] = [
  {
    id: 'withdrawal-answer',
    says: 'a withdrawal is answered within a second, with 2xx and WITHDRAWN or the status of the message',
    judge: (context) => answered(context, {}),
  },
  {
    id: 'withdrawal-without-reference',
    says: 'so, too, without the reference of the answer',
    judge: (context) => answered(context, { reference: null }),
  },
  {
    id: 'withdrawal-further-members',
    says: 'so, too, with fields that are not described',
    judge: (context) => answered(context, { own: { a: [1] } }),
  },
  {
    id: 'withdrawal-again',
    says: 'an attempt that was withdrawn stays so if it is withdrawn again',
    judge: withdrawnAgain,
  },
  {
    id: 'withdrawal-of-unknown',
    says: 'an attempt that the gateway does not know is not called DELIVERED or READ',
    async judge({ withdraw }) {
      const withdrawn = await withdraw({ attemptId: randomUUID(), reference: null });
      if ('fault' in withdrawn) return {};
      const { status } = withdrawn.answer;
      return status === 'DELIVERED' || status === 'READ' ? { actual: `it is called ${status}` } : {};
    },
  },
  {
    id: 'withdrawal-authorization',
    says: 'a withdrawal with a wrong or missing authorization is answered with 401 or 403',
    judge: withdrawalAuthorization,
  },
];

/** Posts an attempt and withdraws it at once; undefined if the attempt has no permitted answer. */
async function withdrawOne(context: WithdrawalContext, part: object = {}) {
  const { gateway, withdraw, replies, withdrawn } = context;
  const reply = await post({ gateway, replies }, gateway.newAttempt());
  if ('fault' in reply) return undefined;
  const { attemptId } = reply;
  const withdrawal: Withdrawal = { attemptId, reference: reply.answer.reference ?? null, ...part };
  const said = await withdraw(withdrawal);
  if ('answer' in said && said.answer.status === 'WITHDRAWN') withdrawn.push(attemptId);
  return { withdrawal, said };
}

async function answered(context: WithdrawalContext, part: object): Promise<Judged> {
  const one = await withdrawOne(context, part);
  if (one === undefined) return noAnswer;
  return 'fault' in one.said ? { actual: one.said.fault } : {};
}

async function withdrawnAgain(context: WithdrawalContext): Promise<Judged> {
  const one = await withdrawOne(context);
  if (one === undefined || !context.withdrawn.includes(one.withdrawal.attemptId))
    return { why: 'nothing was withdrawn' };
  const again = await context.withdraw(one.withdrawal);
  if ('fault' in again) return { actual: `${again.fault} when it came again` };
  return again.answer.status === 'WITHDRAWN' ? {} : { actual: `${again.answer.status} when it came again` };
}

async function withdrawalAuthorization(context: WithdrawalContext): Promise<Judged> {
  const { withdraw, hasAuthorization } = context;
  if (!hasAuthorization) return { why: 'no --authorization was given' };
  for (const authorization of ['Bearer wrong', null]) {
    const said = await withdraw({ attemptId: randomUUID(), reference: null }, authorization);
    const { status } = said;
    if (status === 401 || status === 403) continue;
    const seen = 'fault' in said ? said.fault : `status ${status}`;
    return { actual: `${seen} with ${authorization === null ? 'none' : 'a wrong one'}` };
  }
  return {};
}
