import { OutageError } from '../../exchange/watch-for-outages.ts';
import type { Provocation } from '../../generated/profile.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { lacking, type Unavailable } from '../../scenario/unavailable.ts';
import { type PhaseContext, skip, tryScenario, untried } from '../phase-context.ts';
import { type CallbackContext, type CallbackTrial, register, toldOf } from './callback-context.ts';
import { judgeCallback, judges } from './judge-received.ts';
import { isByBehaviour, provoke } from './provoke.ts';
import { duplicateWindow, newRegistration, repetition } from './repetition.ts';
import { type CallbackReceiver, startReceiver } from './start-receiver.ts';
import { judgeWatched, sendInTurn, sendRefused, sendWatched, type Watched } from './wrong-outcomes.ts';

/** Listens, provokes each reason that the profile can, and judges what comes (§6, §7.4). */
export async function runCallback(context: PhaseContext): Promise<void> {
  const { callback } = context.profile;
  const giveUp = (why: string | Unavailable) => {
    for (const scenario of context.scenarios) skip(context, scenario, why);
  };
  if (callback === undefined) return giveUp(lacking('/callback'));
  const receiver = await startReceiver(callback.listen).catch((error: Error) => error.message);
  if (typeof receiver === 'string') return giveUp(`cannot listen for callbacks: ${receiver}`);
  try {
    const refused = await register(context, callback, callback.publicUrl ?? receiver.url);
    if (refused !== undefined) return giveUp(refused);
    await runProcedures({ ...context, callback, receiver, seconds: callback.withinSeconds ?? 5 });
  } catch (error) {
    if (!(error instanceof OutageError)) throw error;
    const tried = new Set(context.recorder.results().map(({ scenario }) => scenario));
    for (const scenario of context.scenarios)
      if (!tried.has(scenario.id)) skip(context, scenario, error.message);
  } finally {
    for (const callback of receiver.received) context.shapes.noteCallback(callback);
    await receiver.close();
  }
}

async function runProcedures(context: CallbackContext): Promise<void> {
  const { scenarios, recorder } = context;
  const of = (procedure: string) => scenarios.filter(({ given }) => given.procedure === procedure);
  const watched = [
    ...(await sendInTurn(context, of('no event after refusal'), sendRefused)),
    ...(await sendInTurn(context, [...of('delivered'), ...of('daily limit on SMS')], sendWatched)),
  ];
  await provokeReasons(context, [...of('reason'), ...of('behaviour')]);
  judgeWatched(context, watched);
  for (const [procedure, judge] of Object.entries(judges))
    for (const scenario of of(procedure)) recorder.record({ scenario, verdict: judge(context) });
  for (const [procedure, run] of Object.entries(inTheEnd))
    for (const scenario of of(procedure)) await tryScenario(context, scenario, run);
}

/** By procedure; the last one registers another address. */
const inTheEnd = {
  repetition,
  'duplicate window': duplicateWindow,
  'new registration': newRegistration,
};

/** Sends all messages, and judges what comes when nothing comes any more. */
async function provokeReasons(context: CallbackContext, scenarios: readonly Scenario[]): Promise<void> {
  const { receiver, seconds } = context;
  const sent = await Promise.all(scenarios.map((scenario) => tryScenario(context, scenario, sendReason)));
  const watched = sent.filter((one) => one !== undefined);
  const isSettled = ({ sent: { requestId } }: Watched) =>
    toldOf(context, requestId).some(({ status }) => status === 'UNDELIVERED');
  await whileCallbacksCome(receiver, seconds, () => watched.every(isSettled));
  judgeWatched(context, watched);
}

async function sendReason(trial: CallbackTrial): Promise<Watched> {
  const { scenario, callback, seconds } = trial;
  const { reason = '' } = scenario.expects;
  const provocation: Provocation | undefined = callback.reasons?.[reason];
  if (provocation === undefined)
    throw untried(lacking(`/callback/reasons/${reason}`, `the profile cannot provoke ${reason}`));
  const isRule = scenario.given.procedure === 'behaviour';
  if (isRule && !isByBehaviour(provocation))
    throw untried(`the profile provokes ${reason} by an address, which shows no rule`);
  const sent = await provoke(trial, provocation, 'the request that was to end undelivered was not accepted');
  const [rule] = isRule ? scenario.clauses : [];
  return { scenario, sent, judge: (told) => judgeCallback(reason, told, seconds, rule) };
}

const mostRounds = 6;

/** Returns after a round without any callback: a slow provider gets more rounds. */
async function whileCallbacksCome(
  receiver: CallbackReceiver,
  seconds: number,
  isEnough: () => boolean,
): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    const before = receiver.received.length;
    const isSettled = await receiver.until(isEnough, seconds * 1_000);
    if (isSettled || receiver.received.length === before) return;
  }
}
