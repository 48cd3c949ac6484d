import { type BaselineResult, failsBaseline } from '../baseline/baseline-result.ts';
import type { HttpRequest } from '../exchange/http-request.ts';
import type { AnswerFault, Severity } from '../oracle/fault.ts';
import type { GeneratedKind, Phase } from '../scenario/scenario.ts';
import type { Addition } from './additions.ts';

/** A deviation of an implementation from the contract; as a hint, from what the source does not ask for. */
export interface Finding {
  /** The same in every run with the same scenario, check and expectation. */
  readonly id: string;
  readonly scenario: string;
  /** What is wrong, in one sentence. */
  readonly title: string;
  /** The rule that the scenario tries. */
  readonly says: string;
  readonly phase: Phase;
  readonly check: AnswerFault['check'];
  /** The broken clause, and all clauses of the scenario. */
  readonly clause: string;
  /** What the clause demands, in one sentence, so that a reader needs no portal. */
  readonly clauseSays: string;
  readonly clauses: readonly string[];
  readonly severity: Severity;
  /** What a hint rests on. */
  readonly rests?: string;
  /** The decisions that it rests on, as `ADR-0014 and ADR-0058`: the source alone does not ask for it. */
  readonly decision?: string;
  readonly expected: string;
  readonly actual: string;
  /** What was sent and answered, a line for each, without keys. */
  readonly exchange?: readonly string[];
  /** The smallest request that showed it, without a key. */
  readonly request?: HttpRequest;
  readonly curl?: string;
}

export interface LedgerRow {
  readonly clause: string;
  readonly kind: string;
  readonly says: string;
  readonly attempts: number;
  readonly matches: number;
  readonly verdict: 'conformant' | 'non-conformant' | 'inconclusive';
  /** Why it is inconclusive. */
  readonly reason?: string;
}

export interface PhaseSummary {
  readonly phase: Phase;
  readonly attempts: number;
  readonly matches: number;
  readonly findings: number;
  readonly hints: number;
  readonly inconclusive: number;
  readonly seconds: number;
}

/** The result of one scenario. */
export interface ScenarioResult {
  readonly scenario: string;
  readonly says: string;
  readonly phase: Phase;
  /** What of the description made it; absent for a scenario by hand. */
  readonly generated?: GeneratedKind;
  /** `not-judged`: the run ended before. */
  readonly verdict: 'match' | 'mismatch' | 'inconclusive' | 'not-judged';
  /** Why it is inconclusive or not judged. */
  readonly reason?: string;
}

export type Subject = 'provider' | 'client' | 'receiver';

/** What was judged; level.ts says what each needs. A client and a receiver have levels of their own names. */
export interface Level {
  readonly name:
    | 'documented'
    | 'requests and callbacks'
    | 'requests only'
    | 'in part'
    | Exclude<Subject, 'provider'>;
  readonly judged: number;
  /** How many a run can judge: of clauses, without those that the source leaves open or nothing can show. */
  readonly of: number;
  readonly unit: 'clauses' | 'scenarios';
}

/** What a repetition of a run needs besides the seed and the depth. */
export interface RunOptions {
  /** All if absent. */
  readonly phases?: readonly Phase[];
  /** By id; all of those phases if absent. */
  readonly scenarios?: readonly string[];
  readonly timeoutInMilliseconds?: number;
  readonly graceInMilliseconds?: number;
  readonly patient?: true;
  /** A command restarted the provider; the report does not have it. */
  readonly restart?: true;
  readonly setupCheck?: false;
}

/** What judged, and by what: the same digests and the same seed make the same run. All are of SHA-256. */
export interface Evidence {
  readonly verifier: { readonly name: string; readonly version: string; readonly digest: string };
  readonly digests: {
    /** Of the two descriptions. */
    readonly contract: string;
    readonly scenarios: string;
    /** Of the profile as it was read, without keys, secrets and addresses of the provider. */
    readonly profile?: string;
  };
}

/** The complete result of a run; all forms of the report are made from it. */
export interface Report extends Evidence {
  readonly subject: Subject;
  readonly verdict: 'conformant' | 'non-conformant' | 'could-not-judge';
  /** What was judged. */
  readonly level: Level;
  /** Verdict and level in words, the same in every form of the report. */
  readonly statement: string;
  /** Why it could not be judged. */
  readonly reason?: string;
  /** What has to be changed in the profile before the provider can be judged. */
  readonly setup?: readonly SetupMistake[];
  /** Why the run ended early; what had not been judged by then has the verdict `not-judged`. */
  readonly stopped?: string;
  /** The run was interrupted, so the report is partial. */
  readonly interrupted?: true;
  readonly target: string;
  /** When the run began (RFC 3339). */
  readonly began: string;
  readonly ended: string;
  readonly seed: number;
  readonly deep: boolean;
  /** Fewer cases were generated. */
  readonly fast?: true;
  readonly assumptions: boolean;
  readonly options: RunOptions;
  readonly requests: number;
  readonly seconds: number;
  readonly phases: readonly PhaseSummary[];
  readonly findings: readonly Finding[];
  /**
   * What the source does not ask for, but another standard or a decision does. No hint changes the verdict.
   */
  readonly hints: readonly Finding[];
  readonly scenarios: readonly ScenarioResult[];
  /** Scenarios without a verdict, each with its reason. */
  readonly inconclusive: readonly { readonly scenario: string; readonly reason: string }[];
  /** Lines that the profile could add, so that more scenarios can be judged. */
  readonly additions?: readonly Addition[];
  readonly ledger: readonly LedgerRow[];
  /** What was known of the provider, if the run had a baseline. */
  readonly baseline?: BaselineResult;
}

/**
 * 0 conformant, 1 non-conformant, 2 could not judge. With a baseline, 0 if the findings are those that it
 * knows.
 */
export function exitCodeOf({ verdict, baseline }: Pick<Report, 'verdict' | 'baseline'>): 0 | 1 | 2 {
  if (verdict === 'could-not-judge') return 2;
  if (baseline !== undefined) return failsBaseline(baseline) ? 1 : 0;
  return verdict === 'conformant' ? 0 : 1;
}

/** What has to be changed in the profile before the provider can be judged. */
export interface SetupMistake {
  /** Place in the profile. */
  readonly pointer: string;
  readonly message: string;
}
