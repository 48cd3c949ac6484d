import type { JsonObject } from '@cascade/contract';

/** What users rely on, at one version: both descriptions and the catalogue. */
export interface Release {
  readonly version: string;
  /** The day on which it was kept, as 2026-11-21; the present contract has none. */
  readonly date?: string;
  readonly openapi: JsonObject;
  readonly asyncapi: JsonObject;
  readonly catalogue: Catalogue;
  /** What the packages with the version of the contract export; missing in releases that were kept without it. */
  readonly exports?: Exports;
  /** The score of the verifier against its mutants, if there is one. */
  readonly surviving?: readonly string[];
}

/** Exported names like `@cascade/types: Button`, each a type or a value. */
export type Exports = Readonly<Record<string, 'type' | 'value'>>;

/** What the descriptions cannot say, by id. */
export interface Catalogue {
  readonly problems: Readonly<Record<string, ProblemFacts>>;
  readonly reasons: Readonly<Record<string, ReasonFacts>>;
  readonly limits: Readonly<Record<string, LimitFacts>>;
  readonly clauses: Readonly<Record<string, ClauseFacts>>;
  /** The accepted and the superseded decisions of spec/decisions, by `ADR-0013`. */
  readonly decisions: Readonly<Record<string, DecisionFacts>>;
}

/** One problem code (§7.1). */
export interface ProblemFacts {
  readonly status: number;
  readonly title: string;
  readonly retry: string;
  /** Absent for problems found before the processing rules of §4.1. */
  readonly rule?: number;
  readonly cause: string;
  readonly fix: string;
  readonly advice: string;
  /** The comment or the violations (§7.1, §7.3) of each case, by its name; `null` where there is none. */
  readonly details: Readonly<Record<string, string | null>>;
}

/** One undelivered reason (§7.4). */
export interface ReasonFacts {
  readonly aliases: readonly string[];
  readonly channels: readonly string[];
  readonly retry: string;
  readonly meaning: string;
  readonly advice: string;
}

/** One limit (§8). */
export interface LimitFacts {
  readonly value: number;
  readonly unit: string;
  /** The problem code or the undelivered reason that reports it. */
  readonly shownAs?: string;
  /** Whether a schema states it: the comparison of the descriptions then reports what it newly refuses. */
  readonly isInDescription?: boolean;
}

/** One clause; `tested` if a scenario names it. */
export interface ClauseFacts {
  readonly kind: string;
  readonly says: string;
  readonly tested: boolean;
}

/** One decision: what fills a gap of the source. Its prose may change freely, its choice may not. */
export interface DecisionFacts {
  readonly title: string;
  readonly status: string;
  readonly choice: string;
}
