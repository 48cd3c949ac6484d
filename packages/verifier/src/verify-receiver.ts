import { defined } from './defined.ts';
import { createTarget, TargetGoneError } from './exchange/create-target.ts';
import { runConsumers } from './phases/consumers/run-consumers.ts';
import { createRecorder } from './report/recorder.ts';
import type { Finding, Report } from './report/report.ts';
import { verdictOn } from './report/verdict-on.ts';
import { loadClauses } from './scenario/clauses.ts';
import { loadScenarios } from './scenario/load-scenarios.ts';

export interface VerifyReceiverOptions {
  readonly url: string;
  /** `whsec_…`; callbacks are unsigned if absent. */
  readonly secret?: string;
  /** Checks assumed behaviour as well (spec/decisions). */
  readonly assumptions?: boolean;
  /** Interrupts the run; the report is then partial. */
  readonly signal?: AbortSignal;
  readonly onFinding?: (finding: Finding) => void;
}

/** Judges the receiver of a consumer by sending callbacks to it (§6, §7, §9). */
export async function verifyReceiver({
  url,
  secret,
  assumptions,
  signal,
  onFinding,
}: VerifyReceiverOptions): Promise<Report> {
  const begin = performance.now();
  const began = new Date().toISOString();
  const breakable = defined({ signal });
  const target = createTarget({ url, ...breakable });
  const options = {
    ...breakable,
    clauses: loadClauses(),
    target: url,
    ...defined({ onFinding }),
  };
  const recorder = createRecorder(options);
  const own = loadScenarios().filter(({ phase }) => phase === 'consumers');
  const scenarios = own.filter(({ given }) => assumptions === true || given.assumes === undefined);
  let reason: string | undefined;
  try {
    const isThere = await target.send({ method: 'HEAD', path: '', headers: {}, body: '' });
    if ('none' in isThere && isThere.none === 'unreachable')
      reason = `${url} cannot be reached: ${isThere.says}`;
    else await runConsumers({ target, scenarios, recorder, ...defined({ secret }) });
  } catch (error) {
    if (!(error instanceof TargetGoneError)) throw error;
    reason = error.message;
  } finally {
    await target.close();
  }
  for (const scenario of own.filter((each) => !scenarios.includes(each)))
    recorder.record({
      scenario,
      verdict: { kind: 'inconclusive', why: `rests on ${scenario.given.assumes}` },
    });
  const seconds = Math.round(performance.now() - begin) / 1_000;
  return {
    ...verdictOn(recorder, reason),
    ...(signal?.aborted ? { interrupted: true } : {}),
    target: url,
    began,
    seed: 0,
    deep: false,
    assumptions: assumptions === true,
    requests: target.sent,
    seconds,
    phases: [recorder.summaryOf('consumers', seconds)],
    findings: recorder.findings,
    hints: recorder.hints,
    scenarios: recorder.results(),
    inconclusive: recorder.inconclusive,
    ledger: recorder.ledger(),
  };
}
