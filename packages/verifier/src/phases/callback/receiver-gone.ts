import { type AnswerFault, errorOf, verdictOf } from '../../oracle/fault.ts';
import type { Case } from '../../scenario/build-case.ts';
import { lacking } from '../../scenario/unavailable.ts';
import { untried } from '../phase-context.ts';
import {
  type CallbackTrial,
  provocationOf,
  registerAnother,
  toldOf,
  tryToProvoke,
} from './callback-context.ts';
import { happensWithin } from './provider-clock.ts';

/**
 * How long a provider may take until it heeds a 410, and how often it is tried: callbacks that are under way
 * come all the same.
 */
const heeding = { milliseconds: 1_000, tries: 3 };

/** 410 ends a registration: nothing is told at the address until it is registered again (ADR-0018). */
export async function receiverGone(trial: CallbackTrial): Promise<void> {
  const { callback, inbox } = trial;
  if (callback.repeatsWithinSeconds === undefined) throw untried(lacking('/callback/repeatsWithinSeconds'));
  const url = await registerAnother(trial, '3');
  const reopen = inbox.refuseAll(({ path }) => path.endsWith(url.search), 410);
  try {
    const begin = performance.now();
    const { sent } = await sendAndHear(trial);
    const milliseconds = Math.max(heeding.milliseconds, 3 * (performance.now() - begin));
    const faults = await faultOfGone(trial, sent, milliseconds);
    reopen();
    trial.record(verdictOf(faults ?? (await faultOfRegistered(trial))), sent.request);
  } finally {
    reopen();
  }
}

/** Whether each of several messages is told at the address that is gone; undefined if one is not. */
async function faultOfGone(
  trial: CallbackTrial,
  { requestId }: Case,
  milliseconds: number,
): Promise<readonly AnswerFault[] | undefined> {
  if (toldOf(trial, requestId).length === 0)
    throw untried(`no callback of the message came within ${trial.seconds} s`);
  for (let tries = 0; tries < heeding.tries; tries += 1) {
    await happensWithin(trial, heeding.milliseconds / 1_000, () => false);
    if (!(await isToldSoon(trial, milliseconds / 1_000))) return undefined;
  }
  const expected = 'no callback to an address that answered 410, until it is registered again';
  return [errorOf('callback', expected, `callbacks of ${heeding.tries} later messages`)];
}

async function faultOfRegistered(trial: CallbackTrial): Promise<readonly AnswerFault[]> {
  await registerAnother(trial, '3');
  const { isTold } = await sendAndHear(trial);
  const expected = `a callback within ${trial.seconds} s to an address that answered 410 and was registered again`;
  return isTold ? [] : [errorOf('callback', expected, 'no callback')];
}

/** Sends a message that must be told, and waits for that. */
async function sendAndHear(trial: CallbackTrial): Promise<{ readonly sent: Case; readonly isTold: boolean }> {
  const { sent } = await tryToProvoke(trial, provocationOf(trial.callback));
  const isTold = await trial.inbox.until(() => hasCome(trial, sent), trial.seconds * 1_000);
  return { sent, isTold };
}

/** Sends a message that must not be told, and gives that time. */
async function isToldSoon(trial: CallbackTrial, seconds: number): Promise<boolean> {
  const { sent } = await tryToProvoke(trial, provocationOf(trial.callback));
  return happensWithin(trial, seconds, () => hasCome(trial, sent));
}

function hasCome(trial: CallbackTrial, { requestId }: Case): boolean {
  return toldOf(trial, requestId).length > 0;
}
