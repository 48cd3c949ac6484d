import { setTimeout as wait } from 'node:timers/promises';
import { isAccepted } from '../../exchange/http-request.ts';
import { OutageError } from '../../exchange/watch-for-outages.ts';
import type { Provocation } from '../../generated/profile.ts';
import { errorOf, inconclusive, verdictOf } from '../../oracle/fault.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { lacking, type Unavailable } from '../../scenario/unavailable.ts';
import { type PhaseContext, skip, tryScenario, untried } from '../phase-context.ts';
import {
  anyReason,
  breachOf,
  type CallbackContext,
  type CallbackTrial,
  isEnd,
  keysHeard,
  provocationBy,
  provocationOf,
  provoke,
  register,
  registerAnother,
  type StatusEvent,
  toldOf,
  tryToProvoke,
  type Watched,
} from './callback-context.ts';
import type { CallbackInbox } from './callback-inbox.ts';
import {
  dailyLimitEnds,
  dialogueEnds,
  dialogueLasts,
  freeTextExtendsNothing,
  reuseAfterDays,
} from './days.ts';
import { judgeCallback, judges, written } from './judge-received.ts';
import { happensWithin, pass } from './provider-clock.ts';
import { receiverGone } from './receiver-gone.ts';
import { sendDelivered, untilDelivered, whileStagesGoOn } from './stages-after-delivery.ts';
import type { Received } from './start-receiver.ts';

/** Provokes each reason that the profile can, and judges what comes (§6, §7.4). */
export async function runCallback(context: PhaseContext): Promise<void> {
  const { inbox } = context;
  const { callback } = context.profile;
  if (callback === undefined) return skipUntried(context, lacking('/callback'));
  if (inbox === undefined) return skipUntried(context, 'cannot listen for callbacks: see callback.listen');
  try {
    const refused = await listen({ ...context, callback, inbox });
    if (refused !== undefined) return skipUntried(context, refused);
    await runProcedures({ ...context, callback, inbox, seconds: callback.withinSeconds ?? 5 });
  } catch (error) {
    if (!(error instanceof OutageError)) throw error;
    skipUntried(context, error.message);
  } finally {
    for (const callback of inbox.received) context.shapes.noteCallback(callback);
  }
}

/** Registers the address, and remembers what comes from now on; gives the reason if that fails. */
async function listen(context: Omit<CallbackContext, 'seconds'>): Promise<string | undefined> {
  const { callback, inbox, deep } = context;
  // A provider may have forgotten the address that the set-up check registered: it was restarted since.
  const url = callback.publicUrl ?? inbox.url;
  const refused = await register(context, callback, url, keysHeard(context.profile));
  if (refused === undefined && deep) await whileOthersCome(inbox);
  inbox.sampleOthers();
  return refused;
}

function skipUntried(context: PhaseContext, why: string | Unavailable): void {
  const tried = new Set(context.recorder.results().map(({ scenario }) => scenario));
  for (const scenario of context.scenarios) if (!tried.has(scenario.id)) skip(context, scenario, why);
}

/** How long a provider may be at callbacks of the phases before, and after which pause it is done with them. */
const others = { milliseconds: 120_000, pause: 1_000 };

/** A deep run leaves thousands of messages behind: the callbacks of this phase would wait for theirs. */
async function whileOthersCome(inbox: CallbackInbox): Promise<void> {
  const end = performance.now() + others.milliseconds;
  for (let before = -1; before < inbox.count() && performance.now() < end; ) {
    before = inbox.count();
    await wait(others.pause);
  }
}

async function runProcedures(context: CallbackContext): Promise<void> {
  const { scenarios, recorder } = context;
  const of = (procedure: string) => scenarios.filter(({ given }) => given.procedure === procedure);
  const watched = [
    ...(await sendInTurn(context, of('no event after refusal'), sendRefused)),
    ...(await sendInTurn(context, [...of('delivered'), ...of('daily limit on SMS')], sendWatched)),
  ];
  const cascades = await sendInTurn(context, of('stages after delivery'), sendDelivered);
  await provokeReasons(context, [...of('reason'), ...of('behaviour')]);
  judgeWatched(context, watched);
  for (const [procedure, judge] of Object.entries(judges))
    for (const scenario of of(procedure)) recorder.record({ scenario, verdict: judge(context) });
  for (const [procedure, run] of Object.entries(inTheEnd))
    await Promise.all(of(procedure).map((scenario) => tryScenario(context, scenario, run)));
  for (const one of cascades) await untilDelivered(context, one);
  for (const [procedure, run] of Object.entries(overDays))
    for (const scenario of of(procedure)) await tryScenario(context, scenario, run);
  for (const one of cascades) await whileStagesGoOn(context, one);
  judgeWatched(context, cascades);
}

/** By procedure; those that register another address come after what needs the first one. */
const inTheEnd = {
  repetition,
  'duplicate window': duplicateWindow,
  'new registration': newRegistration,
  'receiver gone': receiverGone,
  'reuse in the end': reuseInTheEnd,
};

/** Those that put the clock forward by days, one after the other: nothing else must be under way. */
const overDays = {
  'daily limit': dailyLimitEnds,
  'dialogue lasts': dialogueLasts,
  'dialogue ends': dialogueEnds,
  'dialogue without extension': freeTextExtendsNothing,
  'reuse after days': reuseAfterDays,
};

/** Sends all messages, and judges what comes when nothing comes any more. */
async function provokeReasons(context: CallbackContext, scenarios: readonly Scenario[]): Promise<void> {
  const { inbox, seconds } = context;
  const sent = await Promise.all(scenarios.map((scenario) => tryScenario(context, scenario, sendReason)));
  const watched = sent.filter((one) => one !== undefined);
  const isSettled = ({ sent: { requestId } }: Watched) =>
    toldOf(context, requestId).some(({ status }) => status === 'UNDELIVERED');
  await whileCallbacksCome(inbox, seconds, () => watched.every(isSettled));
  judgeWatched(context, watched);
}

async function sendReason(trial: CallbackTrial): Promise<Watched> {
  const { scenario, callback, seconds } = trial;
  const { reason = '' } = scenario.expects;
  const isRule = scenario.given.procedure === 'behaviour';
  const provocation = (isRule ? breachOf : provocationBy)(callback, reason);
  const sent = await provoke(trial, provocation, 'the request that was to end undelivered was not accepted');
  const [rule] = isRule ? scenario.clauses : [];
  return { scenario, sent, judge: (told) => judgeCallback(reason, told, seconds, rule) };
}

const mostRounds = 6;

/** Returns after a round without any callback: a slow provider gets more rounds. */
async function whileCallbacksCome(
  inbox: CallbackInbox,
  seconds: number,
  isEnough: () => boolean,
): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    const before = inbox.count();
    const isSettled = await inbox.until(isEnough, seconds * 1_000);
    if (isSettled || inbox.count() === before) return;
  }
}

/** Sends the message of each scenario, one after the other. */
async function sendInTurn(
  context: CallbackContext,
  scenarios: readonly Scenario[],
  send: (trial: CallbackTrial) => Promise<Watched>,
): Promise<readonly Watched[]> {
  const watched: Watched[] = [];
  for (const scenario of scenarios) {
    const sent = await tryScenario(context, scenario, send);
    if (sent !== undefined) watched.push(sent);
  }
  return watched;
}

/** Records the verdicts on these messages, once the callbacks of later messages have arrived. */
function judgeWatched(context: CallbackContext, watched: readonly Watched[]): void {
  for (const { scenario, sent, judge } of watched) {
    const verdict = judge(toldOf(context, sent.requestId));
    context.recorder.record({ scenario, request: sent.request, verdict });
  }
}

const isUndelivered = ({ status }: StatusEvent) => status === 'UNDELIVERED';

interface Plan {
  readonly provocation: Provocation;
  readonly expected: string;
  readonly isWrong: (event: StatusEvent) => boolean;
}

/** Sends a message that must not end in a certain way; call it before messages are sent that must. */
async function sendWatched(trial: CallbackTrial): Promise<Watched> {
  const { scenario } = trial;
  const { provocation, expected, isWrong } =
    scenario.given.procedure === 'delivered' ? reached(trial) : bySms(trial);
  const sent = await provoke(trial, provocation, 'the message was not accepted');
  const judge = (told: readonly StatusEvent[]) => {
    if (told.length === 0) return inconclusive('no callback came for the message');
    const wrong = told.filter(isWrong).slice(0, 1);
    return verdictOf(wrong.map((event) => errorOf('callback', expected, written(event))));
  };
  return { scenario, sent, judge };
}

function reached({ callback, profile }: CallbackTrial): Plan {
  if (callback.delivers === undefined)
    throw untried(
      lacking('/callback/delivers', 'the profile does not say that address is reached (callback.delivers)'),
    );
  // Of several stages each may be UNDELIVERED before another delivers (ADR-0048).
  const [only] = profile.cascades.find(({ stages }) => stages.length === 1)?.stages ?? [];
  if (only === undefined) throw untried('the profile has no cascade of one stage');
  const { channel } = only;
  return { provocation: { channel }, expected: 'anything but UNDELIVERED', isWrong: isUndelivered };
}

function bySms({ callback: { reasons = {} } }: CallbackTrial): Plan {
  const other = Object.entries(reasons).find(
    ([reason, { address, channel, key }]) =>
      reason !== 'daily-rate-limit' && address !== undefined && !channel && !key,
  );
  if (other === undefined) throw cannotProvoke('another reason on any channel');
  return {
    provocation: { ...other[1], channel: 'SMS' },
    expected: 'any other reason, since the limit is of chattwo',
    isWrong: (event) => isUndelivered(event) && event.reason === 'daily-rate-limit',
  };
}

function cannotProvoke(what: string) {
  return untried(
    lacking(`/callback/reasons/${anyReason}`, `the profile has no address that provokes ${what}`),
  );
}

/**
 * Sends a request that is refused, to an address that would provoke a callback: it must have none once those
 * of later requests have arrived (§4.1 rule 6).
 */
async function sendRefused(trial: CallbackTrial): Promise<Watched> {
  const { scenario, callback, target, inbox } = trial;
  const { address } =
    Object.values(callback.reasons ?? {}).find((each) => each.address !== undefined && !each.key) ?? {};
  if (address === undefined) throw cannotProvoke('a callback');
  const edits = [...(scenario.when.edits ?? []), { set: '/subscriberFilter/address', to: address }];
  const sent = trial.build({ when: { edits } });
  inbox.expect(sent.requestId);
  if (isAccepted(await target.send(sent.request)))
    throw untried('the request that was to be refused was accepted');
  const expected = 'no callback, since the request was refused';
  const judge = (told: readonly StatusEvent[]) =>
    verdictOf(told.slice(0, 1).map((event) => errorOf('callback', expected, written(event), '4.1/rule-6')));
  return { scenario, sent, judge };
}

/** Refuses a callback, and waits until it is repeated with the same id (ADR-0018). */
async function repetition(trial: CallbackTrial): Promise<void> {
  const { callback, inbox, scenario } = trial;
  const [met] = scenario.when.attempts ?? [];
  const { repeatsWithinSeconds: seconds } = callback;
  if (seconds === undefined) throw untried(lacking('/callback/repeatsWithinSeconds'));
  const begin = performance.now();
  const provocation = provocationOf(callback);
  const refused: Received[] = [];
  // Not a callback of another message: that may have failed before, and then it comes again much later.
  const { sent } = await tryToProvoke(trial, provocation, ({ requestId }) =>
    inbox.refuseFirst(
      (received) => toldOf(trial, requestId, [received]).length > 0 && refused.push(received) > 0,
      met?.answer?.status,
    ),
  );
  const repeats = () => inbox.received.filter(({ body }) => body === refused[0]?.body);
  await inbox.until(() => refused.length > 0, seconds * 1_000);
  if (refused.length === 0) throw untried(`no callback of the message came within ${seconds} s`);
  const left = seconds - (performance.now() - begin) / 1_000;
  await happensWithin(trial, Math.max(left, 0), () => repeats().length > 1);
  const [first, second] = repeats();
  const expected = `the refused callback again within ${seconds} s, with the same webhook-id`;
  const isSame = first?.headers['webhook-id'] === second?.headers['webhook-id'];
  const actual = second === undefined ? 'no repetition' : 'a repetition with another webhook-id';
  const faults = second !== undefined && isSame ? [] : [errorOf('callback', expected, actual)];
  trial.record(verdictOf(faults), sent.request);
}

/** Registers another address: what is sent after that must not be told at the one before (ADR-0014). */
async function newRegistration(trial: CallbackTrial): Promise<void> {
  const { callback, inbox, seconds } = trial;
  const provocation = provocationOf(callback);
  const url = await registerAnother(trial, '2');
  const { sent } = await tryToProvoke(trial, provocation);
  const told = () => toldOf(trial, sent.requestId);
  await inbox.until(() => told().some(({ status }) => status === 'UNDELIVERED'), seconds * 1_000);
  const paths = told().map(({ received: { path } }) => path);
  if (paths.length === 0) throw untried(`no callback of the message came within ${seconds} s`);
  const old = paths.find((path) => !path.endsWith(url.search));
  const expected = `all callbacks of the message at the address that was registered last, with ${url.search}`;
  const fault = errorOf('callback', expected, `a callback at ${old}`);
  trial.record(verdictOf(old === undefined ? [] : [fault]), sent.request);
}

/** The first request of the run once more, now that the callbacks have taken their time (§2.1). */
async function reuseInTheEnd(trial: CallbackTrial): Promise<void> {
  const { first, scenario } = trial;
  if (first === undefined) throw untried('the first request of the run was not accepted');
  await trial.judge({ ...first, expectation: scenario.expects });
}

const windowInSeconds = 300;

/** Sends a message twice, 5 minutes apart on the provider's clock: the second is not a duplicate (§8). */
async function duplicateWindow(trial: CallbackTrial): Promise<void> {
  const { profile, target, inbox, seconds } = trial;
  if (profile.clock === undefined) throw untried(lacking('/clock'));
  const first = trial.build();
  const second = trial.build();
  inbox.expect(second.requestId);
  await target.send(first.request);
  await pass(trial, windowInSeconds + 1);
  await target.send(second.request);
  const told = () => toldOf(trial, second.requestId);
  await inbox.until(() => told().some(isEnd), seconds * 1_000);
  if (told().length === 0) throw untried('no callback came for the second message');
  const fault = errorOf(
    'callback',
    'any other outcome than duplicated: the first message was sent more than 5 minutes before',
    'UNDELIVERED with duplicated',
  );
  const isDuplicate = told().some(({ reason }) => reason === 'duplicated');
  trial.record(verdictOf(isDuplicate ? [fault] : []), second.request);
}
