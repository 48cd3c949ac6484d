import { createHash } from 'node:crypto';
import { defined } from '../defined.ts';
import { type HttpRequest, scenarioOf } from '../exchange/http-request.ts';
import { toCurl } from '../exchange/to-curl.ts';
import type { Outage } from '../exchange/watch-for-outages.ts';
import { type AnswerFault, errorOf, type Verdict } from '../oracle/fault.ts';
import type { KnownClause } from '../scenario/clauses.ts';
import { assumedBy, type Phase, type Scenario } from '../scenario/scenario.ts';
import type { LackOf } from './additions.ts';
import { findingTitle } from './finding-title.ts';
import type { Finding, LedgerRow, PhaseSummary, Report, ScenarioResult } from './report.ts';

/** One trial of a scenario, and its verdict. */
export interface ScenarioAttempt {
  readonly scenario: Scenario;
  readonly verdict: Verdict;
  readonly request?: HttpRequest;
  /** What was sent and answered, a line for each, without keys. */
  readonly exchange?: readonly string[];
  /** Number of trials that this one stands for; 1 if absent. */
  readonly times?: number;
}

/** Collects the attempts of all phases, and sums them up. */
export type Recorder = ReturnType<typeof createRecorder>;

interface RecorderOptions {
  readonly clauses: readonly KnownClause[];
  readonly target: string;
  readonly onFinding?: (finding: Finding) => void;
  readonly onAttempt?: (attempt: ScenarioAttempt) => void;
  /** After an abort nothing is recorded: an interrupted exchange proves nothing. */
  readonly signal?: AbortSignal;
}

export function createRecorder(options: RecorderOptions) {
  const { clauses, target, onFinding, onAttempt, signal } = options;
  const known = new Map(clauses.map((clause) => [clause.id, clause]));
  const attempts: ScenarioAttempt[] = [];
  const findings = new Map<string, Finding>();
  const hints = new Map<string, Finding>();
  const inconclusive: { scenario: string; reason: string; phase: Phase }[] = [];
  return {
    record(attempt: ScenarioAttempt): void {
      if (signal?.aborted) return;
      const { scenario, verdict } = attempt;
      attempts.push(attempt);
      onAttempt?.(attempt);
      if (verdict.kind === 'inconclusive')
        inconclusive.push({ scenario: scenario.id, reason: verdict.why, phase: scenario.phase });
      for (const fault of faultsOf(verdict)) {
        const finding = toFinding(attempt, fault, target, known);
        const found = fault.severity === 'hint' ? hints : findings;
        if (found.has(finding.id)) continue;
        found.set(finding.id, finding);
        if (fault.severity === 'error') onFinding?.(finding);
      }
    },
    get findings(): readonly Finding[] {
      return [...findings.values()];
    },
    /** One for each header or rule, whatever the number of scenarios that show it. */
    get hints(): readonly Finding[] {
      return [...hints.values()];
    },
    get inconclusive() {
      return inconclusive.map(({ scenario, reason }) => ({ scenario, reason }));
    },
    /** What the profile lacks for scenarios without a verdict. */
    lacks: () => lacksOf(attempts),
    /** The result of each scenario that was tried. */
    results: () => resultsOf(attempts),
    ledger: () => makeLedger(clauses, attempts, [...findings.values()]),
    summaryOf(phase: Phase, seconds: number): PhaseSummary {
      const own = attempts.filter(({ scenario }) => scenario.phase === phase);
      const found = (known: ReadonlyMap<string, Finding>) =>
        [...known.values()].filter((finding) => finding.phase === phase).length;
      const sum = (kind: Verdict['kind']) =>
        own.filter(({ verdict }) => verdict.kind === kind).reduce((total, { times = 1 }) => total + times, 0);
      return {
        phase,
        attempts: sum('match') + sum('mismatch'),
        matches: sum('match'),
        findings: found(findings),
        hints: found(hints),
        inconclusive: sum('inconclusive'),
        seconds,
      };
    },
  };
}

function faultsOf(verdict: Verdict): readonly AnswerFault[] {
  if (verdict.kind === 'mismatch') return verdict.faults;
  return verdict.kind === 'match' ? (verdict.hints ?? []) : [];
}

/** The verdict of a run. An interrupted run may have findings, but is never conformant. */
export function verdictOn(
  recorder: Recorder,
  reason: string | undefined,
): Pick<Report, 'verdict' | 'reason'> {
  if (reason !== undefined) return { verdict: 'could-not-judge', reason };
  if (recorder.findings.length > 0) return { verdict: 'non-conformant' };
  if (recorder.results().some(({ verdict }) => verdict === 'match')) return { verdict: 'conformant' };
  const [open] = recorder.inconclusive;
  return {
    verdict: 'could-not-judge',
    reason: `nothing was judged${open === undefined ? '' : `: ${open.reason}`}`,
  };
}

const mostNamed = 10;

/**
 * Records an outage as one finding, that of the request after which it began. Returns what the report says of
 * a provider that did not answer again.
 */
export function recordOutage(
  recorder: Recorder,
  { request, says, others, cameBack }: Outage,
  seconds: number,
  otherwise: Scenario,
): string | undefined {
  const scenario = request?.[scenarioOf] ?? otherwise;
  const names = new Set(others.map((each) => each[scenarioOf]?.id ?? each.path));
  names.delete(scenario.id);
  const among = names.size === 0 ? '' : `; ${shorten([...names])} under way with it may be the cause as well`;
  const end = cameBack
    ? 'for a while the provider answered nothing'
    : `the provider stopped answering: a request that it had answered before got no answer for ${seconds} s`;
  const fault = errorOf(
    'answers',
    'an HTTP answer to this request, and to those after it',
    `${says}, and ${end}${among}`,
    '4.1/error-response',
  );
  const verdict = { kind: 'mismatch', faults: [fault] } as const;
  recorder.record({ scenario, verdict, ...(request === undefined ? {} : { request }) });
  return cameBack ? undefined : `the provider stopped answering after ${scenario.id}`;
}

function shorten(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** For every clause: the attempts of its scenarios, and the verdict. */
function makeLedger(
  clauses: readonly KnownClause[],
  attempts: readonly ScenarioAttempt[],
  findings: readonly Finding[],
): LedgerRow[] {
  const broken = new Set(findings.map(({ clause }) => clause));
  return clauses.map(({ id, kind, says, hidden }) => {
    const touching = attempts.filter(({ scenario }) => scenario.clauses.includes(id));
    const count = (wanted: string) =>
      touching
        .filter(({ verdict }) => verdict.kind === wanted)
        .reduce((sum, { times = 1 }) => sum + times, 0);
    const matches = count('match');
    const row = { clause: id, kind, says, attempts: matches + count('mismatch'), matches };
    if (broken.has(id)) return { ...row, verdict: 'non-conformant' };
    if (matches > 0) return { ...row, verdict: 'conformant' };
    return { ...row, verdict: 'inconclusive', reason: hidden ?? reasonOf(touching) };
  });
}

function reasonOf(touching: readonly ScenarioAttempt[]): string {
  const reasons = touching.flatMap(({ verdict }) => (verdict.kind === 'inconclusive' ? [verdict.why] : []));
  if (touching.length === 0) return 'no scenario of this run covers it';
  return reasons.length > 0 ? [...new Set(reasons)].join('; ') : 'its scenarios failed for another clause';
}

/** One result for each scenario: a mismatch outranks a match, a match outranks an inconclusive attempt. */
export function resultsOf(attempts: readonly ScenarioAttempt[]): ScenarioResult[] {
  const byScenario = Map.groupBy(attempts, ({ scenario }) => scenario.id);
  return [...byScenario.values()].flatMap((own): ScenarioResult[] => {
    const [first] = own;
    if (first === undefined) return [];
    const { id, says, phase, generated } = first.scenario;
    const known = { scenario: id, says, phase, ...defined({ generated }) };
    const isAny = (kind: string) => own.some(({ verdict }) => verdict.kind === kind);
    if (isAny('mismatch')) return [{ ...known, verdict: 'mismatch' }];
    if (isAny('match')) return [{ ...known, verdict: 'match' }];
    const reasons = own.flatMap(({ verdict }) => (verdict.kind === 'inconclusive' ? [verdict.why] : []));
    return [{ ...known, verdict: 'inconclusive' as const, reason: [...new Set(reasons)].join('; ') }];
  });
}

/** What is absent from the profile, for each scenario that no attempt could judge. */
function lacksOf(attempts: readonly ScenarioAttempt[]): LackOf[] {
  const judged = new Set(
    attempts.flatMap(({ scenario, verdict }) => (verdict.kind === 'inconclusive' ? [] : [scenario.id])),
  );
  return attempts.flatMap(({ scenario: { id }, verdict }) =>
    verdict.kind === 'inconclusive' && verdict.lacks !== undefined && !judged.has(id)
      ? [{ scenario: id, lacks: verdict.lacks }]
      : [],
  );
}

/** Equal lines in a row as one, with their number. */
function folded(lines: readonly string[]): string[] {
  const runs: { readonly line: string; times: number }[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.line === line) last.times += 1;
    else runs.push({ line, times: 1 });
  }
  return runs.map(({ line, times }) => (times === 1 ? line : `${line} (${times} times)`));
}

const mostCharacters = 500;
const mostLines = 40;

/** A fault with all that a reader needs to understand and reproduce it. */
function toFinding(
  { scenario, request, exchange }: ScenarioAttempt,
  fault: AnswerFault,
  target: string,
  known: ReadonlyMap<string, KnownClause>,
): Finding {
  const { check, severity, rests, cause, expected, actual } = fault;
  const decisions = new Set([...assumedBy(scenario), ...(fault.decisions ?? [])]);
  const decision = severity === 'error' && decisions.size > 0 ? [...decisions].join(' and ') : undefined;
  const shared = rests ?? cause;
  const clause = fault.clause ?? clauseFor(scenario, fault, known);
  const digest = createHash('sha256')
    .update(JSON.stringify(shared === undefined ? [scenario.id, check, clause] : [check, shared]))
    .digest('hex');
  return {
    id: digest.slice(0, 10),
    scenario: scenario.id,
    title: findingTitle(scenario, fault),
    says: scenario.says,
    phase: scenario.phase,
    check,
    clause,
    clauseSays: known.get(clause)?.says ?? scenario.says,
    clauses: [...new Set([clause, ...scenario.clauses])],
    severity,
    ...defined({ rests, decision }),
    expected,
    actual: actual.length > mostCharacters ? `${actual.slice(0, mostCharacters)}…` : actual,
    ...(request === undefined ? {} : { request: withoutKey(request), curl: toCurl(target, request) }),
    ...defined({ exchange: exchange && folded(exchange).slice(0, mostLines) }),
  };
}

/** The clause of a scenario that the check is about. */
function clauseFor(
  { clauses, expects, given }: Scenario,
  { check }: AnswerFault,
  known: ReadonlyMap<string, KnownClause>,
): string {
  // A decision is about what the source leaves open.
  const open = clauses.find((id) => known.get(id)?.kind === 'not-shown');
  if (given.assumes !== undefined && open !== undefined) return open;
  const code = expects.codes?.[0]?.replaceAll("'", '');
  const about = (fits: (clause: string) => boolean) => clauses.find(fits) ?? clauses[0] ?? '4.1/rule-6';
  if (check === 'problem-code' || check === 'status-code-conformance')
    return about((id) => id === `7.1/${code}`);
  if (check === 'problem-text') return about((id) => id.startsWith('7.1/comment'));
  if (check === 'negative-data-rejection')
    return about((id) => /-(missing|empty|length|rule-\d|key|new|route)$|^8\//.test(id));
  return about(() => true);
}

function withoutKey({ [scenarioOf]: _, ...request }: HttpRequest): HttpRequest {
  const headers = Object.entries(request.headers).map(([name, value]) =>
    name.toLowerCase() === 'x-api-key' ? [name, '<API_KEY>'] : [name, value],
  );
  return { ...request, headers: Object.fromEntries(headers) };
}
