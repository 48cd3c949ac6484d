import type { HttpRequest } from '../exchange/http-request.ts';
import type { Verdict } from '../oracle/fault.ts';
import type { Clause } from '../scenario/clauses.ts';
import type { Phase, Scenario } from '../scenario/scenario.ts';
import { makeLedger } from './ledger.ts';
import type { Finding, LedgerRow, PhaseSummary } from './report.ts';
import { toFinding } from './to-finding.ts';

/** One look at one behaviour. */
export interface Attempt {
  readonly scenario: Scenario;
  readonly verdict: Verdict;
  readonly request?: HttpRequest;
  /** How often the behaviour was looked at; 1 if absent. */
  readonly times?: number;
}

/** Takes what phases find out, and sums it up. */
export interface Recorder {
  record(attempt: Attempt): void;
  readonly findings: readonly Finding[];
  readonly inconclusive: readonly { readonly scenario: string; readonly reason: string }[];
  ledger(): readonly LedgerRow[];
  summaryOf(phase: Phase, seconds: number): PhaseSummary;
}

export interface RecorderOptions {
  readonly clauses: readonly Clause[];
  readonly target: string;
  readonly onFinding?: (finding: Finding) => void;
}

export function createRecorder({ clauses, target, onFinding }: RecorderOptions): Recorder {
  const attempts: Attempt[] = [];
  const findings = new Map<string, Finding>();
  const inconclusive: { scenario: string; reason: string; phase: Phase }[] = [];
  return {
    record(attempt) {
      const { scenario, verdict, request } = attempt;
      attempts.push(attempt);
      if (verdict.kind === 'inconclusive')
        inconclusive.push({ scenario: scenario.id, reason: verdict.why, phase: scenario.phase });
      if (verdict.kind !== 'mismatch') return;
      for (const fault of verdict.faults) {
        const finding = toFinding(scenario, fault, target, request);
        if (findings.has(finding.id)) continue;
        findings.set(finding.id, finding);
        onFinding?.(finding);
      }
    },
    get findings() {
      return [...findings.values()];
    },
    get inconclusive() {
      return inconclusive.map(({ scenario, reason }) => ({ scenario, reason }));
    },
    ledger: () => makeLedger(clauses, attempts, [...findings.values()]),
    summaryOf(phase, seconds) {
      const own = attempts.filter(({ scenario }) => scenario.phase === phase);
      const sum = (kind: Verdict['kind']) =>
        own.filter(({ verdict }) => verdict.kind === kind).reduce((total, { times = 1 }) => total + times, 0);
      return {
        phase,
        attempts: sum('match') + sum('mismatch'),
        matches: sum('match'),
        findings: [...findings.values()].filter((finding) => finding.phase === phase).length,
        inconclusive: sum('inconclusive'),
        seconds,
      };
    },
  };
}
