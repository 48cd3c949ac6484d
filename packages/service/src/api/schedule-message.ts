import { judgeScheduling, problem, type RequestProblem } from '@cascade/validator';
import type { Account, AccountCascade } from '../accounts/directory/account.ts';
import type { Answer } from '../http/answer.ts';
import type { Intake } from '../intake/create-intake.ts';
import { fingerprint } from '../intake/fingerprint.ts';
import type { IntakeItem, IntakeVerdict, NewMessage } from '../intake/intake-item.ts';
import { membersOf } from '../json-object.ts';
import { normaliseRequest } from '../lenient-requests/normalise-request.ts';
import { inSpan } from '../observability/in-span.ts';
import { activeTraceparent } from '../observability/traceparent.ts';
import type { Operation } from './operation.ts';
import { judgeOwnLimits } from './own-limits.ts';

/**
 * Schedules a message (§4.1). The rules that need no store are judged here; uniqueness and money are settled
 * by the intake, and 200 goes out after its commit. A request that a later rule refuses still asks the store
 * about its id, since rule 1 comes first.
 */
export function createScheduleMessage(intake: Intake): Operation {
  const settle = (item: IntakeItem) => inSpan({ name: 'intake commit' }, () => intake.submit(item));
  return (account, body) => {
    const judged = judge(account, body);
    // The body itself is many times as large, and is not kept while the store is asked.
    return 'item' in judged ? answer(judged) : judged;
  };

  async function answer({ item, found }: Judged): Promise<Answer> {
    const verdict = await settle(item);
    if (found !== undefined) return verdict === 'used' ? refuse(verdict) : { problem: found };
    return verdict === 'accepted' ? { body: { requestId: item.message?.requestIdAsSent } } : refuse(verdict);
  }
}

/** What the store is asked, and the problem that is found without it, which rule 1 still comes before. */
interface Judged {
  readonly item: IntakeItem;
  readonly found: RequestProblem | undefined;
}

/** The rules that need no store; an answer if the store need not be asked. */
function judge(account: Account, body: unknown): Judged | Answer {
  const request = normaliseRequest(body, account.settings.lenient);
  let requestId: string | undefined;
  const judged = judgeScheduling(request, {
    findCascade: (id) => account.cascades.get(id),
    // Rule 1 asks for well-formed ids only; whether this one is used is settled by the store.
    isRequestIdUsed: (id) => {
      requestId = id.toLowerCase();
      return false;
    },
  });
  const found = judged ?? judgeOwnLimits(request);
  if (requestId === undefined) return found === undefined ? refuse('used') : { problem: found };
  const item = { accountId: account.id, requestId };
  if (found !== undefined) return { item, found };
  return { item: { ...item, message: readMessage(account, request, body) }, found };
}

function refuse(verdict: Exclude<IntakeVerdict, 'accepted'>): Answer {
  return { problem: problem(verdict === 'unaffordable' ? 'out-of-balance' : 'requestId-is-not-unique') };
}

/** What is kept of a request that passed the rules, so that every member has its type. */
function readMessage(account: Account, request: unknown, asSent: unknown): NewMessage {
  const { cascadeId, subscriberFilter, content, comment, startTime } = membersOf(request);
  const { address: addressAsSent, type } = membersOf(subscriberFilter);
  const address = String(addressAsSent);
  const stages = stagesOf(account.cascades.get(Number(cascadeId)));
  return {
    requestIdAsSent: String(membersOf(asSent).requestId),
    cascadeId: Number(cascadeId),
    address,
    addressType: String(type),
    comment: typeof comment === 'string' ? comment : null,
    startAt: startOf(startTime),
    fingerprint: fingerprint(address, content),
    cost: stages.reduce((sum, { price }) => sum + price, 0),
    stages,
    content,
    traceparent: activeTraceparent(),
  };
}

function stagesOf(cascade: AccountCascade | undefined): NewMessage['stages'] {
  return (cascade?.stages ?? []).map(({ order: _, ...stage }) => stage);
}

/** The past means now (ADR-0024). */
function startOf(startTime: unknown): Date | null {
  if (typeof startTime !== 'string') return null;
  const at = new Date(startTime);
  return at.getTime() > Date.now() ? at : null;
}
