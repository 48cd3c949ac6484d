import { defined } from './defined.ts';
import { createTarget, TargetGoneError } from './exchange/create-target.ts';
import type { ConsumerProfile } from './generated/consumer-profile.ts';
import { watchHandled } from './phases/consumers/handled-file.ts';
import { type Client, runClients } from './phases/consumers/run-clients.ts';
import { runReceivers } from './phases/consumers/run-receivers.ts';
import { isSecretPromise } from './profile/read-consumer-profile.ts';
import { evidenceOf } from './report/evidence.ts';
import { withLevel } from './report/level.ts';
import { createRecorder, type Recorder, verdictOn } from './report/recorder.ts';
import type { Finding, Report, Subject } from './report/report.ts';
import { loadClauses } from './scenario/clauses.ts';
import { loadScenarios } from './scenario/load-scenarios.ts';
import { assumedBy, type Scenario } from './scenario/scenario.ts';

interface ConsumerOptions {
  /** What the program promises; what rests on anything else is inconclusive. */
  readonly profile?: ConsumerProfile;
  /** Checks assumed behaviour as well (spec/decisions). */
  readonly assumptions?: boolean;
  /** Runs only the scenarios with these ids; all if absent. */
  readonly scenarios?: readonly string[];
  /** Interrupts the run; the report is then partial. */
  readonly signal?: AbortSignal;
  readonly onFinding?: (finding: Finding) => void;
}

export interface VerifyReceiverOptions extends ConsumerOptions {
  readonly url: string;
  /** `whsec_…`, if the profile has no secrets; without any, callbacks are unsigned. */
  readonly secret?: string;
  /** For an answer; 15,000 if absent, as long as a provider waits (ADR-0018). */
  readonly timeoutInMilliseconds?: number;
  /** Kills the receiver and starts it again. */
  readonly restart?: () => Promise<void>;
}

export interface VerifyClientOptions extends ConsumerOptions {
  /** What the report calls it. */
  readonly name: string;
  readonly client: Client;
  /** How many runs of the client there are at once; 8 if absent. */
  readonly runsAtOnce?: number;
}

/** A run of its scenarios: those whose decisions may be asked of the program. */
interface Run {
  readonly recorder: Recorder;
  readonly scenarios: readonly Scenario[];
  readonly holds: (decision: string) => boolean;
}

/** Judges the receiver of a consumer by sending callbacks to it (§6, §7, §9). */
export async function verifyReceiver(given: VerifyReceiverOptions): Promise<Report> {
  const { url, secret, restart, timeoutInMilliseconds = 15_000, ...options } = given;
  const { receiver: profile = {} } = options.profile ?? {};
  const { secrets = secret === undefined ? [] : [secret], handled } = profile;
  const { signal } = options;
  // What is busy is answered again by the scenarios, not by the target.
  const limits = { timeoutInMilliseconds, waitsForLimits: false };
  const target = createTarget({ url, ...limits, ...defined({ signal }) });
  const own = consumerScenarios().filter(({ when, given: { procedure } }) => !isOfClient(when, procedure));
  const report = await reportOn('receiver', url, own, options, async ({ recorder, scenarios }) => {
    const isThere = await target.send({ method: 'HEAD', path: '', headers: {}, body: '' });
    if ('none' in isThere && isThere.none === 'unreachable')
      return `${url} cannot be reached: ${isThere.says}`;
    const watched = handled === undefined ? {} : { handled: watchHandled(handled) };
    return runReceivers({
      target,
      scenarios,
      recorder,
      profile,
      secrets,
      ...watched,
      ...defined({ restart, signal }),
    });
  }).finally(target.close);
  return { ...report, requests: target.sent };
}

/** Judges the client of a consumer by answering its requests (§7, §9). */
export async function verifyClient(given: VerifyClientOptions): Promise<Report> {
  const { name, client, runsAtOnce = 8, ...options } = given;
  let requests = 0;
  const counted: Client = (variables, args) => {
    requests += 1;
    return client(variables, args);
  };
  const own = consumerScenarios().filter(({ when, given: { procedure } }) => isOfClient(when, procedure));
  const report = await reportOn('client', name, own, options, (run) => {
    const { profile: { client: profile = {} } = {}, signal } = options;
    return runClients({ ...run, client: counted, profile, runsAtOnce, ...defined({ signal }) });
  });
  return { ...report, requests };
}

function consumerScenarios(): readonly Scenario[] {
  return loadScenarios().filter(({ phase }) => phase === 'consumers');
}

/** @throws {Error} for an id that no scenario has. */
function pick(own: readonly Scenario[], ids: readonly string[]): readonly Scenario[] {
  const unknown = ids.filter((id) => own.every((each) => each.id !== id));
  if (unknown.length > 0) throw new Error(`there is no scenario ${unknown.join(', ')} of this command`);
  return own.filter(({ id }) => ids.includes(id));
}

function isOfClient({ answers }: Scenario['when'], procedure: string | undefined): boolean {
  return procedure === 'call' || answers !== undefined;
}

/** `judge` returns the reason if nothing could be judged. */
async function reportOn(
  subject: Subject,
  target: string,
  own: readonly Scenario[],
  { profile = {}, assumptions = false, scenarios: ids, signal, onFinding }: ConsumerOptions,
  judge: (run: Run) => Promise<string | undefined>,
): Promise<Omit<Report, 'requests'>> {
  const begin = performance.now();
  const began = new Date().toISOString();
  const recorder = createRecorder({ clauses: loadClauses(), target, ...defined({ signal, onFinding }) });
  const holds = (decision: string) => assumptions || (profile.holds ?? []).includes(decision);
  const lackOf = (scenario: Scenario) => assumedBy(scenario).find((decision) => !holds(decision));
  const wanted = ids === undefined ? own : pick(own, ids);
  const scenarios = wanted.filter((each) => lackOf(each) === undefined);
  const reason = await judge({ recorder, scenarios, holds }).catch((error: unknown) => {
    if (error instanceof TargetGoneError) return error.message;
    throw error;
  });
  for (const scenario of wanted.filter((each) => lackOf(each) !== undefined)) {
    const why = `rests on ${lackOf(scenario)}: pass --assumptions, or list it in holds`;
    recorder.record({ scenario, verdict: { kind: 'inconclusive', why } });
  }
  const seconds = Math.round(performance.now() - begin) / 1_000;
  const report = {
    subject,
    ...verdictOn(recorder, reason),
    ...(signal?.aborted ? ({ interrupted: true } as const) : {}),
    ...evidenceOf(profile, isSecretPromise),
    target,
    began,
    ended: new Date().toISOString(),
    options: defined({ scenarios: ids }),
    seed: 0,
    deep: false,
    assumptions,
    seconds,
    phases: [recorder.summaryOf('consumers', seconds)],
    findings: recorder.findings,
    hints: recorder.hints,
    scenarios: recorder.results(),
    inconclusive: recorder.inconclusive,
    ledger: recorder.ledger(),
  };
  return withLevel(report, own.length);
}
