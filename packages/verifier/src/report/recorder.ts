import type { AnswerFault, Verdict } from '../oracle/fault.ts';
import type { Clause } from '../scenario/clauses.ts';
import type { Phase } from '../scenario/scenario.ts';
import type { LackOf } from './additions.ts';
import type { Attempt } from './attempt.ts';
import { makeLedger } from './ledger.ts';
import type { Finding, LedgerRow, PhaseSummary, ScenarioResult } from './report.ts';
import { lacksOf, resultsOf } from './scenario-results.ts';
import { toFinding } from './to-finding.ts';

/** Collects the attempts of all phases, and sums them up. */
export interface Recorder {
  record(attempt: Attempt): void;
  readonly findings: readonly Finding[];
  /** One for each header or rule, whatever the number of scenarios that show it. */
  readonly hints: readonly Finding[];
  readonly inconclusive: readonly { readonly scenario: string; readonly reason: string }[];
  /** What the profile lacks for scenarios without a verdict. */
  lacks(): readonly LackOf[];
  ledger(): readonly LedgerRow[];
  /** The result of each scenario that was tried. */
  results(): readonly ScenarioResult[];
  summaryOf(phase: Phase, seconds: number): PhaseSummary;
}

export interface RecorderOptions {
  readonly clauses: readonly Clause[];
  readonly target: string;
  readonly onFinding?: (finding: Finding) => void;
  readonly onAttempt?: (attempt: Attempt) => void;
  /** After an abort nothing is recorded: an interrupted exchange proves nothing. */
  readonly signal?: AbortSignal;
}

export function createRecorder(options: RecorderOptions): Recorder {
  const { clauses, target, onFinding, onAttempt, signal } = options;
  const context = { target, statements: new Map(clauses.map(({ id, says }) => [id, says])) };
  const attempts: Attempt[] = [];
  const findings = new Map<string, Finding>();
  const hints = new Map<string, Finding>();
  const inconclusive: { scenario: string; reason: string; phase: Phase }[] = [];
  return {
    record(attempt) {
      if (signal?.aborted) return;
      const { scenario, verdict, request } = attempt;
      attempts.push(attempt);
      onAttempt?.(attempt);
      if (verdict.kind === 'inconclusive')
        inconclusive.push({ scenario: scenario.id, reason: verdict.why, phase: scenario.phase });
      for (const fault of faultsOf(verdict)) {
        const finding = toFinding(scenario, fault, context, request);
        const known = fault.severity === 'hint' ? hints : findings;
        if (known.has(finding.id)) continue;
        known.set(finding.id, finding);
        if (fault.severity === 'error') onFinding?.(finding);
      }
    },
    get findings() {
      return [...findings.values()];
    },
    get hints() {
      return [...hints.values()];
    },
    get inconclusive() {
      return inconclusive.map(({ scenario, reason }) => ({ scenario, reason }));
    },
    lacks: () => lacksOf(attempts),
    results: () => resultsOf(attempts),
    ledger: () => makeLedger(clauses, attempts, [...findings.values()]),
    summaryOf(phase, seconds) {
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
