import { defined } from './defined.ts';
import { createTarget, TargetGoneError } from './exchange/create-target.ts';
import { type Client, runClients } from './phases/consumers/run-clients.ts';
import { runConsumers } from './phases/consumers/run-consumers.ts';
import { createRecorder, type Recorder, verdictOn } from './report/recorder.ts';
import type { Finding, Report } from './report/report.ts';
import { loadClauses } from './scenario/clauses.ts';
import { loadScenarios } from './scenario/load-scenarios.ts';
import type { Scenario } from './scenario/scenario.ts';

interface ConsumerOptions {
  /** Checks assumed behaviour as well (spec/decisions). */
  readonly assumptions?: boolean;
  /** Interrupts the run; the report is then partial. */
  readonly signal?: AbortSignal;
  readonly onFinding?: (finding: Finding) => void;
}

export interface VerifyReceiverOptions extends ConsumerOptions {
  readonly url: string;
  /** `whsec_…`; callbacks are unsigned if absent. */
  readonly secret?: string;
}

export interface VerifyClientOptions extends ConsumerOptions {
  /** What the report calls it. */
  readonly name: string;
  readonly client: Client;
}

/** Judges the receiver of a consumer by sending callbacks to it (§6, §7, §9). */
export async function verifyReceiver({ url, secret, ...options }: VerifyReceiverOptions): Promise<Report> {
  const target = createTarget({ url, ...defined({ signal: options.signal }) });
  const judge = async (recorder: Recorder, scenarios: readonly Scenario[]) => {
    const isThere = await target.send({ method: 'HEAD', path: '', headers: {}, body: '' });
    if ('none' in isThere && isThere.none === 'unreachable')
      return `${url} cannot be reached: ${isThere.says}`;
    await runConsumers({ target, scenarios, recorder, ...defined({ secret }) });
    return undefined;
  };
  const own = consumerScenarios().filter(({ when }) => when.answers === undefined);
  const report = await reportOn(url, own, options, judge).finally(target.close);
  return { ...report, requests: target.sent };
}

/** Judges the client of a consumer by answering its requests (§7, §9). */
export async function verifyClient({ name, client, ...options }: VerifyClientOptions): Promise<Report> {
  let requests = 0;
  const counted: Client = (variables) => {
    requests += 1;
    return client(variables);
  };
  const own = consumerScenarios().filter(({ when }) => when.answers !== undefined);
  const report = await reportOn(name, own, options, (recorder, scenarios) =>
    runClients({ client: counted, scenarios, recorder }),
  );
  return { ...report, requests };
}

function consumerScenarios(): readonly Scenario[] {
  return loadScenarios().filter(({ phase }) => phase === 'consumers');
}

/** `judge` returns the reason if nothing could be judged. */
async function reportOn(
  target: string,
  own: readonly Scenario[],
  { assumptions = false, signal, onFinding }: ConsumerOptions,
  judge: (recorder: Recorder, scenarios: readonly Scenario[]) => Promise<string | undefined>,
): Promise<Omit<Report, 'requests'>> {
  const begin = performance.now();
  const began = new Date().toISOString();
  const recorder = createRecorder({ clauses: loadClauses(), target, ...defined({ signal, onFinding }) });
  const scenarios = own.filter(({ given }) => assumptions || given.assumes === undefined);
  const reason = await judge(recorder, scenarios).catch((error: unknown) => {
    if (error instanceof TargetGoneError) return error.message;
    throw error;
  });
  for (const scenario of own.filter((each) => !scenarios.includes(each)))
    recorder.record({
      scenario,
      verdict: { kind: 'inconclusive', why: `rests on ${scenario.given.assumes}` },
    });
  const seconds = Math.round(performance.now() - begin) / 1_000;
  return {
    ...verdictOn(recorder, reason),
    ...(signal?.aborted ? { interrupted: true } : {}),
    target,
    began,
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
}
