import { setTimeout as wait } from 'node:timers/promises';
import { didYouMean } from '@cascade/yaml-file';
import { defined } from './defined.ts';
import { loadDescribed } from './description/load-described.ts';
import { readDescription } from './description/read-description.ts';
import { type ShapeWatch, watchShapes } from './description/watch-shapes.ts';
import { createTarget, InterruptedError, TargetGoneError } from './exchange/create-target.ts';
import { type HttpRequest, isAccepted } from './exchange/http-request.ts';
import { probe } from './exchange/probe.ts';
import {
  OutageError,
  OutOfMoneyError,
  StoppedAnsweringError,
  watchForOutages,
  watchMoney,
} from './exchange/watch-for-outages.ts';
import type { Profile } from './generated/profile.ts';
import { type CallbackInbox, openInbox } from './phases/callback/callback-inbox.ts';
import { runCallback } from './phases/callback/run-callback.ts';
import { countMessages, countRequests } from './phases/count-planned.ts';
import { type PhaseContext, type RunPhase, skip } from './phases/phase-context.ts';
import { runCases, runDescription } from './phases/run-cases.ts';
import { runOrder } from './phases/run-order.ts';
import { runProperties } from './phases/run-properties.ts';
import { sendOlder } from './phases/state/message-history.ts';
import { runState } from './phases/state/run-state.ts';
import { isSecret } from './profile/read-profile.ts';
import { additionsTo } from './report/additions.ts';
import { evidenceOf } from './report/evidence.ts';
import { withLevel } from './report/level.ts';
import { type Progress, watchProgress } from './report/progress.ts';
import { createRecorder, type Recorder, recordOutage, verdictOn } from './report/recorder.ts';
import type { Finding, PhaseSummary, Report, RunOptions, SetupMistake } from './report/report.ts';
import { ledgerUntil, notJudged } from './report/wording.ts';
import { buildCase, type Case } from './scenario/build-case.ts';
import { loadClauses } from './scenario/clauses.ts';
import { loadScenarios } from './scenario/load-scenarios.ts';
import { assumedBy, type Phase, phases, type Scenario } from './scenario/scenario.ts';
import { isUnavailable, type Unavailable } from './scenario/unavailable.ts';
import { checkSetup } from './setup/check-setup.ts';

export interface VerifyOptions {
  /** Base address; the profile's own if absent. */
  readonly target?: string;
  readonly profile: Profile;
  /** Repeats the generated cases of an earlier run; a new one if absent. */
  readonly seed?: number;
  /** Many more generated cases. */
  readonly deep?: boolean;
  /** Generates fewer cases. */
  readonly fast?: boolean;
  /** Checks assumed behaviour as well (spec/decisions). */
  readonly assumptions?: boolean;
  /** All if absent. */
  readonly phases?: readonly Phase[];
  /** By id; all of those phases if absent. */
  readonly scenarios?: readonly string[];
  readonly timeoutInMilliseconds?: number;
  /** Waits up to five minutes for a provider that limits requests (429). */
  readonly patient?: boolean;
  /** How long a provider that no longer answers may take to answer again; 10,000 if absent. */
  readonly graceInMilliseconds?: number;
  /** Restarts the provider, so that its memory of ids is judged after that. @throws {Error} if it cannot. */
  readonly restart?: () => Promise<void>;
  /** Whether the profile is tried on the provider before the run; true if absent. */
  readonly setupCheck?: boolean;
  /** Interrupts the run; the report is then partial. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly onPhase?: (summary: PhaseSummary) => void;
  readonly onFinding?: (finding: Finding) => void;
}

const runs: Readonly<Partial<Record<Phase, RunPhase>>> = {
  vectors: runCases,
  boundaries: runCases,
  order: runOrder,
  text: runCases,
  properties: runProperties,
  state: runState,
  callback: runCallback,
  description: runDescription,
};

/**
 * Judges an implementation by every scenario that its profile allows. Never throws for what the target does.
 * @throws {Error} if a scenario or decision is named that there is not.
 */
export async function verify(options: VerifyOptions): Promise<Report> {
  const { profile, seed = Math.floor(Math.random() * 2 ** 31), assumptions = false } = options;
  const { timeoutInMilliseconds, patient, signal, onFinding, onProgress } = options;
  const url = (options.target ?? profile.target ?? '').replace(/\/$/, '');
  const begin = performance.now();
  const began = new Date().toISOString();
  const planned = planOf(options);
  checkNames(options, planned);
  const target = createTarget({
    url,
    onSent: () => progress.tell(),
    ...defined({ signal, timeoutInMilliseconds, patient }),
    // verify() has a sharper eye for that: watchForOutages.
    goneAfter: Number.POSITIVE_INFINITY,
  });
  const progress = watchProgress({
    requests: () => target.sent,
    expected: countRequests(planned, options),
    scenarios: planned.length,
    onProgress,
  });
  const recorder = createRecorder({
    clauses: loadClauses(),
    target: url,
    onAttempt: progress.note,
    ...defined({ signal, onFinding }),
  });
  const shapes = watchShapes(target, (decisions) => assumptions || isFollowed(decisions, profile));
  const { announce } = progress;
  const run: Run = {
    options,
    planned,
    target: shapes.target,
    shapes,
    recorder,
    seed,
    announce,
    summaries: [],
    beforeBreaks: new Set(),
    ...defined({ restart: restartOf(shapes.target, options) }),
  };
  const reason = await whyNotJudged(run);
  await target.close();
  const ended = { began, ended: new Date().toISOString(), seconds: secondsSince(begin) };
  return withLevel({ ...summedUp(run, reason), ...ended, target: url, requests: target.sent });
}

/** What a run found, once it has ended. */
function summedUp(
  { options, planned, recorder, seed, stopped, setup, summaries, isOutOfMoney }: Run,
  reason: string | undefined,
) {
  const { profile, deep = false, assumptions = false, fast, signal } = options;
  const left = stopped === undefined ? [] : planned;
  return {
    subject: 'provider',
    ...verdictOn(recorder, reason),
    ...defined({ stopped, setup }),
    ...(signal?.aborted ? ({ interrupted: true } as const) : {}),
    ...evidenceOf(profile, isSecret),
    seed,
    deep,
    assumptions,
    options: optionsOf(options),
    ...(fast ? ({ fast: true } as const) : {}),
    phases: summaries.toSorted((a, b) => phases.indexOf(a.phase) - phases.indexOf(b.phase)),
    // Those of the last requests, before it was known that the account had no money left, say nothing.
    findings: isOutOfMoney
      ? recorder.findings.filter(({ actual }) => !actual.includes('out-of-balance'))
      : recorder.findings,
    hints: recorder.hints,
    scenarios: [...recorder.results(), ...notJudged(left, recorder.results(), stopped ?? '')],
    inconclusive: recorder.inconclusive,
    additions: additionsTo(profile, recorder.lacks()),
    ledger: ledgerUntil(recorder.ledger(), left, stopped ?? ''),
  } as const;
}

/** What a report says of the options, so that the run can be repeated. */
function optionsOf(options: VerifyOptions): RunOptions {
  const { phases, scenarios, timeoutInMilliseconds, graceInMilliseconds } = options;
  return {
    ...defined({ phases, scenarios, timeoutInMilliseconds, graceInMilliseconds }),
    ...(options.patient ? { patient: true } : {}),
    ...(options.restart === undefined ? {} : { restart: true }),
    ...(options.setupCheck === false ? { setupCheck: false } : {}),
  };
}

interface Run {
  readonly options: VerifyOptions;
  /** The scenarios that it tries. */
  readonly planned: readonly Scenario[];
  readonly target: PhaseContext['target'];
  readonly shapes: ShapeWatch;
  readonly recorder: Recorder;
  readonly seed: number;
  readonly summaries: PhaseSummary[];
  readonly announce: (phase: Phase, scenarios: number) => void;
  readonly beforeBreaks: Set<HttpRequest>;
  readonly inbox?: CallbackInbox;
  readonly restart?: () => Promise<void>;
  /** The first request that was accepted. */
  first?: Case;
  stopped?: string;
  setup?: readonly SetupMistake[];
  isOutOfMoney?: boolean;
}

/** The scenarios that a run with these options tries. */
function planOf({ phases: wanted, scenarios, assumptions = false }: VerifyOptions): readonly Scenario[] {
  return [...loadScenarios(), ...loadDescribed()]
    .map((scenario) => (assumptions ? withoutDoubt(scenario) : scenario))
    .filter(
      ({ id, phase }) =>
        runs[phase] !== undefined && wanted?.includes(phase) !== false && scenarios?.includes(id) !== false,
    );
}

/** A mistyped name would leave out what it was to have judged. @throws {Error} that suggests the nearest. */
function checkNames(
  { phases: wanted, profile: { holds = [] }, scenarios = [] }: VerifyOptions,
  planned: readonly Scenario[],
): void {
  const library = [...loadScenarios(), ...loadDescribed()];
  for (const id of scenarios) {
    if (planned.some((each) => each.id === id)) continue;
    const found = library.find((each) => each.id === id);
    const names = library.map((each) => each.id);
    if (found === undefined) throw new Error(`unknown scenario '${id}'${didYouMean(id, names)}`);
    throw new Error(`scenario ${id} is in the phase ${found.phase}, not in ${wanted?.join(', ') ?? 'a run'}`);
  }
  const decisions = holds.length === 0 ? [] : decisionsIn([library, readDescription()]);
  for (const decision of holds)
    if (!decisions.includes(decision))
      throw new Error(`holds: there is no decision ${decision}${didYouMean(decision, decisions)}`);
}

/** The decisions that the contract names. */
function decisionsIn(value: unknown): readonly string[] {
  return [...new Set(JSON.stringify(value).match(/ADR-\d{4}/g))];
}

/** Runs all phases; returns the reason if the target could not be judged. */
async function whyNotJudged(run: Run): Promise<string | undefined> {
  const { target, options, recorder } = run;
  const work = async () => {
    let isPaying = false;
    const obstacle = await probe(target, options.profile, firstScenario(), (outcome, built) => {
      isPaying = isAccepted(outcome);
      if (isPaying) run.first = built;
    });
    if (obstacle === undefined) return judge({ ...run, target: watchTarget(run, isPaying) }, run);
    const { reason, attempt, pointer } = obstacle;
    if (attempt !== undefined) recorder.record(attempt);
    else if (pointer !== undefined) run.setup = [{ pointer, message: reason }];
    return attempt === undefined ? reason : undefined;
  };
  try {
    return await Promise.race([work(), interruption(options.signal)]);
  } catch (error) {
    if (error instanceof StoppedAnsweringError) return undefined;
    if (error instanceof OutOfMoneyError) {
      run.isOutOfMoney = true;
      run.stopped = error.message;
    }
    if (error instanceof TargetGoneError || error instanceof OutageError) return error.message;
    await target.close();
    throw error;
  }
}

/** Rejects when the run is interrupted; never settles otherwise. */
function interruption(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(new InterruptedError());
    signal?.addEventListener('abort', () => reject(new InterruptedError()), { once: true });
  });
}

/** Runs all phases if the profile fits the provider; returns what does not. */
async function judge(watched: Run, run: Run): Promise<string | undefined> {
  const { options, target, planned } = watched;
  const { profile, setupCheck = true } = options;
  const messages = countMessages(planned, options);
  const inbox = await openInboxFor(watched);
  const listening = inbox instanceof Error ? {} : defined({ inbox });
  const setup = { target, profile, scenario: firstScenario(), messages, planned, ...defined({ inbox }) };
  try {
    const mistakes = setupCheck ? await unlessInterrupted(() => checkSetup(setup)) : [];
    if (mistakes.length === 0) {
      await runPhases({ ...watched, ...listening });
      return undefined;
    }
    run.setup = mistakes;
  } finally {
    await listening.inbox?.close();
  }
  return `the profile does not fit the provider: ${run.setup.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ')}`;
}

/** The receiver of the run, if a scenario needs it, or why it cannot listen. */
async function openInboxFor({ options, planned }: Run): Promise<CallbackInbox | Error | undefined> {
  const { callback } = options.profile;
  const isNeeded = planned.some(
    ({ phase }) => phase === 'description' || (phase === 'callback' && callback !== undefined),
  );
  return isNeeded ? openInbox(callback).catch((error: Error) => error) : undefined;
}

/** Checks once more if a connection broke meanwhile for which the provider is not to blame. */
async function unlessInterrupted<Result>(check: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof OutageError) || tries === mostChecks) throw error;
    }
  }
}

const mostChecks = 5;

/** Restarts the provider as the operator says, and waits until it accepts a message. */
function restartOf(
  target: PhaseContext['target'],
  { restart, profile, graceInMilliseconds = 10_000 }: VerifyOptions,
): PhaseContext['restart'] {
  if (restart === undefined) return undefined;
  return async () => {
    await restart();
    target.renew();
    const end = performance.now() + graceInMilliseconds;
    while (!isAccepted(await target.send(makeProbe(profile)))) {
      if (performance.now() > end)
        throw new Error(`the provider accepts nothing ${graceInMilliseconds / 1_000} s after its restart`);
      await wait(millisecondsBetweenProbes);
    }
  };
}

const millisecondsBetweenProbes = 200;

/** A new request that a conformant provider accepts. */
function makeProbe(profile: Profile): HttpRequest {
  const built = buildCase(profile, firstScenario());
  if (isUnavailable(built)) throw new Error(built.unavailable);
  return built.request;
}

/**
 * The target, watched: if it stops answering or, once it was paying, the account cannot pay any more, the run
 * ends.
 */
function watchTarget(run: Run, isPaying: boolean): PhaseContext['target'] {
  const { target, recorder, options, planned } = run;
  const { graceInMilliseconds = 10_000, profile } = options;
  const probeOnce = () => makeProbe(profile);
  const watched = watchForOutages(target, {
    graceInMilliseconds,
    probe: probeOnce,
    onOutage(outage) {
      const stopped = recordOutage(recorder, outage, graceInMilliseconds / 1_000, firstScenario());
      if (stopped !== undefined) run.stopped = stopped;
    },
    onBreak: (accepted) => {
      for (const request of accepted) run.beforeBreaks.add(request);
    },
  });
  if (!isPaying) return watched;
  const messages = countMessages(planned, options);
  return watchMoney(watched, { key: profile.keys.good, probe: probeOnce, messages });
}

/** A valid request with the key in its header: if that fails, no other scenario can be judged. */
function firstScenario(): Scenario {
  const scenario = loadScenarios().find(({ id }) => id === 'key-in-its-header');
  if (scenario === undefined) throw new Error('spec/scenarios has no key-in-its-header');
  return scenario;
}

async function runPhases({
  options,
  planned,
  summaries,
  announce,
  first,
  restart,
  ...run
}: Run): Promise<void> {
  const { profile, deep = false, fast = false, assumptions = false } = options;
  const { target, recorder } = run;
  const holds = (scenario: Scenario) => assumptions || isFollowed(assumedBy(scenario), profile);
  const certain = loadScenarios().map((scenario) => (assumptions ? withoutDoubt(scenario) : scenario));
  // What is combined may rest on no decision either that the provider does not follow.
  const library = certain.filter(holds);
  const older = deep ? undefined : await sendOlder(target, profile, planned.filter(holds));
  const shared = { ...run, profile, library, deep, fast, ...defined({ first, older, restart }) };
  // In this order, `description` is last: it judges every answer and callback of the others as well.
  for (const phase of phases) {
    const runPhase = runs[phase];
    if (runPhase === undefined || options.phases?.includes(phase) === false) continue;
    const begin = performance.now();
    const own = planned.filter((scenario) => scenario.phase === phase);
    announce(phase, own.length);
    const context = { ...shared, scenarios: own.filter(holds) };
    for (const scenario of own.filter((each) => !holds(each)))
      skip(context, scenario, notHeld(scenario, profile));
    await runPhase(context);
    const summary = recorder.summaryOf(phase, secondsSince(begin));
    summaries.push(summary);
    options.onPhase?.(summary);
  }
}

function notHeld(scenario: Scenario, { holds = [] }: Profile): Unavailable {
  const open = assumedBy(scenario).filter((decision) => !holds.includes(decision));
  const unavailable = `rests on ${open.join(' and ')}, which the profile does not list in holds`;
  return { unavailable, lacks: { pointer: '/holds', value: open } };
}

function isFollowed(decisions: readonly string[], { holds = [] }: Profile): boolean {
  return decisions.every((decision) => holds.includes(decision));
}

function withoutDoubt(scenario: Scenario): Scenario {
  const { unclear: _, ...expects } = scenario.expects;
  return { ...scenario, expects };
}

function secondsSince(begin: number): number {
  return Math.round(performance.now() - begin) / 1_000;
}
