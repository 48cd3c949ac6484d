import { setTimeout as wait } from 'node:timers/promises';
import { createTarget } from '../../exchange/create-target.ts';
import type { ReceiverProfile } from '../../generated/consumer-profile.ts';
import { inconclusive, verdictOf } from '../../oracle/fault.ts';
import type { Recorder, ScenarioAttempt } from '../../report/recorder.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { inParallel } from '../in-parallel.ts';
import {
  type Bench,
  type Dialogue,
  judgeHandled,
  openDialogue,
  type Patience,
  saysOf,
  sendUntilTaken,
} from './judge-receptions.ts';
import { type PreparedReception, prepareReceptions } from './receptions.ts';

/** What every scenario for a receiver needs. */
interface ReceiverContext extends Bench {
  readonly scenarios: readonly Scenario[];
  readonly recorder: Recorder;
  readonly profile: ReceiverProfile;
  readonly secrets: readonly string[];
  /** Kills the receiver and starts it again. */
  readonly restart?: () => Promise<void>;
  readonly signal?: AbortSignal;
}

const scenariosAtOnce = 8;
const restarting: readonly (string | undefined)[] = [
  'crash while an event is handled',
  'restart after an event',
];

/**
 * Sends a receiver what each scenario says; those that restart it come last, one after the other. Returns the
 * reason if it cannot be judged.
 */
export async function runReceivers(context: ReceiverContext): Promise<string | undefined> {
  const { scenarios, recorder, signal } = context;
  const locked = await whyLocked(context);
  if (locked !== undefined) return locked;
  const isRestarting = ({ given }: Scenario) => restarting.includes(given.procedure);
  const judgeOne = async (scenario: Scenario) => {
    if (!signal?.aborted) recorder.record(await judge(scenario, context));
  };
  const others = scenarios.filter((each) => !isRestarting(each));
  await inParallel(others, scenariosAtOnce, judgeOne);
  await inParallel(scenarios.filter(isRestarting), 1, judgeOne);
  return undefined;
}

/** Why not even an ordinary event passes, if it is refused as one of a stranger. */
async function whyLocked(context: ReceiverContext): Promise<string | undefined> {
  const { target, secrets } = context;
  const [event] = requestsOf({ given: {}, when: { event: {} } }, context);
  const outcome = event && (await target.send(event.make()));
  if (outcome === undefined || 'none' in outcome || ![401, 403].includes(outcome.status)) return undefined;
  const secret = secrets.length === 0 ? 'pass its --secret' : 'is the secret the one of this receiver?';
  return `${target.url} answers ${outcome.status} to an ordinary event: ${secret}`;
}

async function judge(scenario: Scenario, context: ReceiverContext): Promise<ScenarioAttempt> {
  const why = whyNot(scenario, context);
  if (why !== undefined) return { scenario, verdict: inconclusive(why) };
  const dialogue = openDialogue(context);
  const open = await take(scenario, dialogue, context);
  await judgeHandled(dialogue);
  const { faults, exchange, shown } = dialogue;
  if (open !== undefined && faults.length === 0) return { scenario, verdict: inconclusive(open) };
  const request = shown() ?? requestsOf(scenario, context)[0]?.make();
  return { scenario, verdict: verdictOf(faults), exchange, ...(request === undefined ? {} : { request }) };
}

/** What the profile or the command lacks, if the scenario needs it. */
function whyNot({ given }: Scenario, context: ReceiverContext): string | undefined {
  const { knows = ['current'], handler = [], assumes, procedure, longest } = given;
  const { secrets, profile, handled, restart } = context;
  const restarts = restarting.includes(procedure);
  if (assumes === 'ADR-0017' && secrets.length < knows.length) return lackOfSecrets[knows.length - 1];
  if ((handler.length > 0 || restarts) && handled === undefined)
    return 'the profile has no receiver.handled, a file that names what was handled';
  const lacks = (['waits', 'fails', 'panics'] as const).filter(
    (word) => handler.some((run) => run.includes(word)) && !profile.handler?.includes(word),
  );
  if (lacks.length > 0)
    return `the profile does not say that its handler ${lacks.join(' and ')} (receiver.handler)`;
  if (longest !== undefined && profile.longestBody === undefined)
    return 'the profile has no receiver.longestBody';
  if (restarts && restart === undefined)
    return '--restart names no command that kills the receiver and starts it again';
  const needsIds = procedure === 'restart after an event' && !profile.keepsIds;
  return needsIds ? 'the profile does not say receiver.keepsIds: true' : undefined;
}

const lackOfSecrets = [
  'no --secret was given, and the profile has no receiver.secrets',
  'the profile has no receiver.secrets with two secrets',
];

function requestsOf(
  scenario: Pick<Scenario, 'given' | 'when'>,
  { secrets, profile: { longestBody } }: ReceiverContext,
) {
  return prepareReceptions(scenario, { secrets, ...(longestBody === undefined ? {} : { longestBody }) });
}

/** Plays the scenario; returns the reason if what it rests on did not happen. */
async function take(
  scenario: Scenario,
  dialogue: Dialogue,
  context: ReceiverContext,
): Promise<string | undefined> {
  const { procedure, times = 1 } = scenario.given;
  if (procedure === 'receptions' || procedure === undefined) return takeInTurn(scenario, dialogue, context);
  const event = { ...scenario, when: { event: {} } };
  const one = () => requestsOf(event, context).slice(0, 1);
  if (procedure === 'events at once') {
    const events = Array.from({ length: times }, one).flat();
    await Promise.all(events.map((each) => sendUntilTaken(dialogue, each, ordinary)));
    return undefined;
  }
  const [first] = one();
  if (first === undefined) return undefined;
  const patience = { seconds: secondsOfClaim(context), isRepeat: true };
  if (procedure === 'repeats at once') {
    const repeat: PreparedReception = { ...first, wanted: 'open' };
    await Promise.all(Array.from({ length: times }, () => dialogue.send(repeat)));
    await sendUntilTaken(dialogue, first, patience);
    return undefined;
  }
  if (procedure === 'crash while an event is handled') {
    const begun = await beginHandling(first, dialogue, context);
    if (typeof begun === 'string') return begun;
  } else await sendUntilTaken(dialogue, first, ordinary);
  await context.restart?.();
  await untilItAnswers(context);
  await sendUntilTaken(dialogue, first, patience);
  return undefined;
}

const ordinary: Patience = { seconds: 5, isRepeat: false };

/** One request after the other, and some while the first is handled. */
async function takeInTurn(
  scenario: Scenario,
  dialogue: Dialogue,
  context: ReceiverContext,
): Promise<string | undefined> {
  const requests = requestsOf(scenario, context);
  const sent = new Set<string>();
  let first: Promise<unknown> | undefined;
  for (const [index, prepared] of requests.entries()) {
    const { event, isMeanwhile } = prepared;
    const isRepeat = sent.has(event.webhookId) && scenario.given.handler !== undefined;
    sent.add(event.webhookId);
    if (requests[index + 1]?.isMeanwhile && !isMeanwhile) {
      const begun = await beginHandling(prepared, dialogue, context);
      if (typeof begun === 'string') return begun;
      first = begun.ended;
      continue;
    }
    if (!isMeanwhile) await first;
    await takeOne(prepared, dialogue, isRepeat ? { seconds: secondsOfClaim(context), isRepeat } : ordinary);
  }
  await first;
  return undefined;
}

async function takeOne(prepared: PreparedReception, dialogue: Dialogue, patience: Patience): Promise<void> {
  if (prepared.wanted === 'taken') await sendUntilTaken(dialogue, prepared, patience);
  else await dialogue.send(prepared);
}

function secondsOfClaim({ profile: { claimSeconds = 60 } }: ReceiverContext): number {
  return claimSeconds + 1;
}

/** Sends an event whose handler waits, and goes on while it does; returns why if it has already ended. */
async function beginHandling(
  prepared: PreparedReception,
  dialogue: Dialogue,
  { profile: { waitSeconds = 2 } }: ReceiverContext,
): Promise<string | { readonly ended: Promise<unknown> }> {
  let said: string | undefined;
  const ended = dialogue.send({ ...prepared, wanted: 'open' }).then((outcome) => {
    said = saysOf(outcome);
  });
  await wait(waitSeconds * 250);
  return said === undefined ? { ended } : `the handler did not wait: it answered with ${said}`;
}

const secondsToRestart = 60;

async function untilItAnswers({ target }: ReceiverContext): Promise<void> {
  const patient = createTarget({ url: target.url, goneAfter: Number.POSITIVE_INFINITY });
  const end = performance.now() + secondsToRestart * 1_000;
  try {
    for (;;) {
      const outcome = await patient.send({ method: 'HEAD', path: '', headers: {}, body: '' });
      if (!('none' in outcome)) return;
      if (performance.now() >= end)
        throw new Error(`--restart: the receiver did not answer within ${secondsToRestart} s`);
      await wait(200);
    }
  } finally {
    await patient.close();
  }
}
