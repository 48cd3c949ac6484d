import { isAccepted } from '../../exchange/http-request.ts';
import { OutageError } from '../../exchange/watch-for-outages.ts';
import type { Provocation } from '../../generated/profile.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { lacking, type Unavailable } from '../../scenario/unavailable.ts';
import { type PhaseContext, recordRefusal, skip } from '../phase-context.ts';
import type { CallbackContext } from './callback-context.ts';
import { isAbout, register, statusEvents } from './callback-context.ts';
import {
  judgeCallback,
  judgeMediaType,
  judgeMembers,
  judgeOrderOfEvents,
  judgeSignatures,
} from './judge-received.ts';
import { isByBehaviour, type Provoked, provoke } from './provoke.ts';
import { duplicateWindow, newRegistration, repetition } from './repetition.ts';
import { type CallbackReceiver, startReceiver } from './start-receiver.ts';
import { findRefused, judgeWatched, sendRefused, sendWatched } from './wrong-outcomes.ts';

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
  const { scenarios, receiver, recorder } = context;
  const of = (procedure: string) => scenarios.filter(({ given }) => given.procedure === procedure);
  const refused = await sendRefused(context, of('no event after refusal'));
  const watched = await sendWatched(context, [...of('delivered'), ...of('daily limit on SMS')]);
  await provokeReasons(context, [...of('reason'), ...of('behaviour')]);
  findRefused(context, refused);
  judgeWatched(context, watched);
  for (const scenario of of('any event'))
    if (receiver.received.length > 0) recorder.record({ scenario, verdict: { kind: 'match' } });
    else skip(context, scenario, 'no callback came; see the reasons');
  for (const scenario of of('signature')) judgeSignatures(context, scenario);
  for (const scenario of of('media type')) judgeMediaType(context, scenario);
  for (const scenario of of('members')) judgeMembers(context, scenario);
  for (const scenario of of('order of events')) judgeOrderOfEvents(context, scenario);
  for (const scenario of of('repetition')) await repetition(context, scenario);
  for (const scenario of of('duplicate window')) await duplicateWindow(context, scenario);
  // All others have been told at the address of before.
  for (const scenario of of('new registration')) await newRegistration(context, scenario);
}

async function provokeReasons(context: CallbackContext, scenarios: readonly Scenario[]): Promise<void> {
  const { callback, receiver, recorder, seconds } = context;
  const sent: { scenario: Scenario; reason: string; sent: Provoked }[] = [];
  await Promise.all(
    scenarios.map(async (scenario) => {
      const reason = scenario.expects.reason ?? '';
      const provocation: Provocation | undefined = callback.reasons?.[reason];
      if (provocation === undefined)
        return skip(
          context,
          scenario,
          lacking(`/callback/reasons/${reason}`, `the profile cannot provoke ${reason}`),
        );
      if (scenario.given.procedure === 'behaviour' && !isByBehaviour(provocation))
        return skip(context, scenario, `the profile provokes ${reason} by an address, which shows no rule`);
      const provoked = await provoke(context, scenario, provocation);
      if (provoked === undefined) return;
      const { provoked: first, answer } = provoked;
      const why = 'the request that was to end undelivered was not accepted';
      if (!isAccepted(answer)) return recordRefusal(context, scenario, first, answer, why);
      sent.push({ scenario, reason, sent: provoked });
    }),
  );
  const eventsOf = (id: string) =>
    statusEvents(receiver.received, callback).filter((event) => isAbout(event, id));
  const isSettled = ({ sent: { provoked } }: (typeof sent)[number]) =>
    eventsOf(provoked.requestId).some(({ status }) => status === 'UNDELIVERED');
  await whileCallbacksCome(receiver, seconds, () => sent.every(isSettled));
  for (const {
    scenario,
    reason,
    sent: { provoked },
  } of sent) {
    const [rule] = scenario.given.procedure === 'behaviour' ? scenario.clauses : [];
    const verdict = judgeCallback(reason, eventsOf(provoked.requestId), seconds, rule);
    recorder.record({ scenario, request: provoked.request, verdict });
  }
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
