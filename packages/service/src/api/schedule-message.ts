import { readSchedulingRequest } from '@cascade/lenient-requests';
import { uuidV5 } from '@cascade/lenient-requests/uuid-v5';
import {
  judgeScheduling,
  outOfBalance,
  type RequestProblem,
  readDateTime,
  requestIdUsed,
} from '@cascade/validator';
import { factsOf, type JudgedAccount } from '../accounts/account-settings.ts';
import type { Account, AccountCascade } from '../accounts/directory/account.ts';
import type { Answer } from '../http/answer.ts';
import type { ApiOperation } from '../http/operation.ts';
import type { CheckedMessage, IntakeItem } from '../intake/commit-batch.ts';
import type { Intake } from '../intake/create-intake.ts';
import { fingerprint, readKept } from '../intake/kept-fields.ts';
import { membersOf } from '../json-object.ts';
import { activeTraceparent, inSpan } from '../tracing.ts';

/**
 * Schedules a message (§4.1). The rules that need no store are judged here; the intake decides on uniqueness
 * and money, and 200 is sent after its commit. A request that a later rule refuses still asks the store about
 * its id, since rule 1 comes first. Start times are compared with the clock of the database, which starts the
 * jobs.
 */
export function createScheduleMessage(
  intake: Pick<Intake, 'submit'>,
  now: () => Date = () => new Date(),
): ApiOperation {
  // Not async: an async function would keep the parsed body, many times the size of its JSON, during the
  // commit.
  return (account, body) => {
    const judged = judge(account, body, now());
    return 'item' in judged ? commit(intake, judged) : judged;
  };
}

/**
 * What the store decides on, and the problem of a later rule, which counts only if the request id is unused.
 */
interface Judged {
  readonly item: IntakeItem;
  readonly found: RequestProblem | undefined;
}

/** Applies the rules that need no store. Returns an answer if the store has nothing to decide. */
function judge(account: Account, body: unknown, now: Date): Judged | Answer {
  const judged = judgeBeforeStore(body, account, () => now);
  if ('problem' in judged) return judged;
  const { request, requestId, found } = judged;
  const item = { accountId: account.id, requestId };
  if (found !== undefined) return { item, found };
  return { item: { ...item, message: readMessage(account, request, { asSent: body, now }) }, found };
}

async function commit(intake: Pick<Intake, 'submit'>, { item, found }: Judged): Promise<Answer> {
  const verdict = await inSpan({ name: 'intake commit' }, () => intake.submit(item));
  if (verdict === 'accepted') return { body: { requestId: item.message?.requestIdAsSent } };
  if (verdict === 'used') return { problem: requestIdUsed() };
  return { problem: found ?? outOfBalance(item.message?.cascadeId ?? 0) };
}

/** Reads the typed message from a request that passed the rules. */
function readMessage(
  account: Account,
  request: unknown,
  { asSent, now }: { readonly asSent: unknown; readonly now: Date },
): CheckedMessage {
  const members = membersOf(request);
  const { cascadeId, subscriberFilter, content, startTime } = members;
  const { address: addressAsSent, type } = membersOf(subscriberFilter);
  const address = String(addressAsSent);
  const stages = stagesOf(account.cascades.get(Number(cascadeId)));
  return {
    requestIdAsSent: String(membersOf(asSent).requestId),
    cascadeId: Number(cascadeId),
    address,
    addressType: String(type),
    kept: readKept(members),
    startAt: startOf(startTime, now),
    fingerprint: fingerprint(address, content),
    cost: stages.reduce((sum, { price }) => sum + price, 0),
    stages,
    content,
    traceparent: activeTraceparent(),
  };
}

function stagesOf(cascade: AccountCascade | undefined): CheckedMessage['stages'] {
  return (cascade?.stages ?? []).map(({ order: _, ...stage }) => stage);
}

/** A start time in the past means now (ADR-0024). */
function startOf(startTime: unknown, now: Date): Date | null {
  if (typeof startTime !== 'string') return null;
  const at = readDateTime(startTime);
  return at > now ? at : null;
}

/**
 * A request whose id the store has to know, in the described form, and the problem that a later rule found.
 */
interface WithId {
  readonly requestId: string;
  readonly request: unknown;
  readonly found: RequestProblem | undefined;
}

/**
 * Judges a scheduling request by the rules that need no store; a problem is final, since it comes before rule
 * 1.
 */
export function judgeBeforeStore(
  body: unknown,
  account: JudgedAccount,
  now: () => Date,
): WithId | { readonly problem: RequestProblem } {
  const reading = readSchedulingRequest(body, account.settings.lenient, uuidV5);
  if ('problem' in reading) return reading;
  const request = reading.value;
  const judged = judgeScheduling(request, { ...factsOf(account), now });
  if (judged.requestId === undefined) return { problem: judged.problem };
  return { requestId: judged.requestId, request, found: judged.problem };
}
