import { randomUUID } from 'node:crypto';
import { isAccepted } from '../../exchange/http-request.ts';
import type { Provocation } from '../../generated/profile.ts';
import { errorOf, verdictOf } from '../../oracle/fault.ts';
import type { Case } from '../../scenario/build-case.ts';
import { lacking } from '../../scenario/unavailable.ts';
import { untried } from '../phase-context.ts';
import {
  breachOf,
  type CallbackTrial,
  isEnd,
  provoke,
  type StatusEvent,
  toldOf,
} from './callback-context.ts';
import { written } from './judge-received.ts';
import { pass, secondsOfDay } from './provider-clock.ts';

/** Seconds before the end of a dialogue, in which a message reaches it all the same. */
const beforeTheEnd = 60;

/** A dialogue is open until 24 hours have passed since it was opened by a template message (ADR-0047). */
export async function dialogueLasts(trial: CallbackTrial): Promise<void> {
  const { say } = await openDialogue(trial);
  await pass(trial, secondsOfDay - beforeTheEnd);
  const { sent, end } = await say();
  const expected =
    'any other outcome than session-not-started: the dialogue was opened less than 24 hours before';
  trial.record(verdictOf(isOutside(end) ? [errorOf('callback', expected, written(end))] : []), sent.request);
}

/** 24 hours after the last message to the subscriber, no dialogue is open (§8). */
export async function dialogueEnds(trial: CallbackTrial): Promise<void> {
  const { say } = await openDialogue(trial);
  if (isOutside((await say()).end)) throw untried('a template message opened no dialogue');
  await pass(trial, secondsOfDay + 1);
  await endsOutside(trial, say, 'the last message of the dialogue was sent more than 24 hours before');
}

/** Free text in a dialogue does not extend it (ADR-0047). */
export async function freeTextExtendsNothing(trial: CallbackTrial): Promise<void> {
  const { say } = await openDialogue(trial);
  await pass(trial, secondsOfDay - beforeTheEnd);
  if (isOutside((await say()).end)) throw untried('the dialogue had ended before');
  await pass(trial, beforeTheEnd + 1);
  await endsOutside(trial, say, 'the dialogue was opened more than 24 hours before');
}

type Say = () => Promise<Outcome>;

/** A message, and the event that told its end. */
interface Outcome {
  readonly sent: Case;
  readonly end: StatusEvent;
}

/** Delivers a template message; `say` then sends free text to the same subscriber. @throws {Ended} */
async function openDialogue(trial: CallbackTrial): Promise<{ readonly say: Say }> {
  const { callback, profile } = trial;
  const { text, ...rest } = breachOf(callback, 'session-not-started');
  if (text === undefined) throw untried('the profile provokes session-not-started without a text of its own');
  if (profile.clock === undefined) throw untried(lacking('/clock'));
  if (callback.delivers === undefined) throw untried(lacking('/callback/delivers'));
  const there: Provocation = { ...rest, address: profile.address };
  const { end } = await outcomeOf(trial, there);
  if (end.status === 'UNDELIVERED') throw untried(`the template message was not delivered: ${written(end)}`);
  return { say: () => outcomeOf(trial, { ...there, text }) };
}

async function endsOutside(trial: CallbackTrial, say: Say, why: string): Promise<void> {
  const { sent, end } = await say();
  const expected = `UNDELIVERED with session-not-started: ${why}`;
  trial.record(verdictOf(isOutside(end) ? [] : [errorOf('callback', expected, written(end))]), sent.request);
}

function isOutside({ status, reason }: StatusEvent): boolean {
  return status === 'UNDELIVERED' && reason === 'session-not-started';
}

/** Sends a message and waits for its end. @throws {Ended} if none is told. */
async function outcomeOf(trial: CallbackTrial, provocation: Provocation): Promise<Outcome> {
  const { inbox, seconds } = trial;
  const sent = await provoke(trial, provocation, 'the message was not accepted');
  const find = () => toldOf(trial, sent.requestId).find(isEnd);
  await inbox.until(() => find() !== undefined, seconds * 1_000);
  const end = find();
  if (end === undefined) throw untried(`no callback told the end of the message within ${seconds} s`);
  return { sent, end };
}

/** A day after the limit was used up, the account may send as many template messages again (§7.4). */
export async function dailyLimitEnds(trial: CallbackTrial): Promise<void> {
  const limited = breachOf(trial.callback, 'daily-rate-limit');
  const { afterMessages: most = 0, ...each } = limited;
  const used = await outcomeOf(trial, limited);
  if (used.end.reason !== 'daily-rate-limit') throw untried('the daily limit was not used up');
  await pass(trial, secondsOfDay + 1);
  for (let count = 1; count <= most; count += 1) {
    const { sent, end } = await outcomeOf(trial, each);
    if (end.reason !== 'daily-rate-limit') continue;
    const expected = `${most} template messages, a day after the daily limit was used up`;
    const fault = errorOf('callback', expected, `${written(end)} for message ${count}`);
    return trial.record(verdictOf([fault]), sent.request);
  }
  trial.record({ kind: 'match' });
}

const tenDays = 10 * secondsOfDay;

/** A request id is used for good, however much time has passed (ADR-0007). */
export async function reuseAfterDays(trial: CallbackTrial): Promise<void> {
  const used = trial.build({ when: {} }, randomUUID());
  if (!isAccepted(await trial.target.send(used.request)))
    throw untried('the request that was to use the id was not accepted');
  await pass(trial, tenDays);
  await trial.judge(trial.build({}, used.requestId));
}
