/** Whether the source document says it, or we chose it (`x-provenance` of the descriptions). */
export type Provenance = 'documented' | 'assumed';

/** What to do with a refused request: fix it, fix the account, retry later, or nothing. */
export type ProblemRetry = 'after-fix' | 'after-setup' | 'later' | 'used-before';

/** What to do about a message that was not delivered. */
export type ReasonRetry = 'never' | 'later' | 'after-fix' | 'after-setup' | 'unknown';

/** An HTTP request of the catalogue; what it leaves out is POST /api/cascade/schedule with demo-key. */
export interface CaseRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The same request was accepted a moment ago. */
  readonly sentBefore?: boolean;
  /** Puts `text`, `times` over, at a pointer of the request: for bodies too large to write down. */
  readonly repeat?: { readonly at: string; readonly text: string; readonly times: number };
  readonly body: unknown;
}

/** The one edit (RFC 6902, on the whole request) after which the request passes. */
export interface Neighbour {
  readonly says: string;
  readonly op: 'add' | 'remove' | 'replace' | 'move';
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** A smallest request that provokes a problem, and the named example of its answer. */
export interface ProblemCase {
  readonly name: string;
  readonly summary: string;
  readonly clauses: readonly string[];
  readonly detail?: string;
  readonly state?: string;
  readonly request: CaseRequest;
  readonly neighbour: Neighbour;
}

/** A problem code, of §7.1 or added here. */
export interface ProblemEntry {
  readonly code: string;
  /** The code without what file names, anchors and example names may not have. */
  readonly slug: string;
  /** What the body carries in `title`. */
  readonly title: string;
  readonly status: number;
  readonly provenance: Provenance;
  readonly clauses: readonly string[];
  readonly decision?: string;
  /** Processing rule of §4.1; without it and `after`, the problem is found before the rules. */
  readonly rule?: number;
  /** The rule after which it is found, and before the next one. */
  readonly after?: number;
  readonly cause: string;
  readonly fix: string;
  readonly retry: ProblemRetry;
  readonly advice: string;
  readonly cases: readonly ProblemCase[];
}

/** A check of a request, which `catalogue/checks.yaml` lists in the order in which a provider makes them. */
export interface Check {
  /** `url`, `rule-1`. */
  readonly id: string;
  /** The same in a sentence: `URL`, `rule 1`. */
  readonly name: string;
  /** What is checked: of a rule the words of its clause, with its number. */
  readonly says: string;
  /** The processing rule of §4.1; the checks without one are assumed. */
  readonly rule?: number;
  /** The requests that are checked; every one if absent. */
  readonly of?: 'body' | 'schedulings' | 'other-bodies';
  /** Without a place in the order. */
  readonly at?: 'any-time';
  readonly decision?: string;
  /** In the order in which they are found. */
  readonly problems: readonly ProblemEntry[];
  /** What is of another check, and for some faults is found here already. */
  readonly before: readonly { readonly problem: ProblemEntry; readonly says: string }[];
}

/** One undelivered reason of §7.4. */
export interface ReasonEntry {
  readonly reason: string;
  readonly aliases: readonly string[];
  readonly clauses: readonly string[];
  readonly decision?: string;
  /** Channels that the source names; empty where it names none. */
  readonly channels: readonly string[];
  readonly meaning: string;
  readonly retry: ReasonRetry;
  readonly advice: string;
  /** What of it the source says; the rest of `retry` and `channels`, and each `advice`, is ours. */
  readonly documented: readonly ('retry' | 'channels')[];
}

/** How a message to a demo number ends on a channel: its last status, and the undelivered reason or null. */
export interface DemoOutcomeEntry {
  readonly status: string;
  readonly reason: string | null;
}

/** One demo number (ADR-0038): what becomes of a message to it. */
export interface DemoNumber {
  /** With `+`. */
  readonly number: string;
  /** By channel, for each channel. */
  readonly outcomes: Readonly<Record<string, DemoOutcomeEntry>>;
  /** How the simulator gets there, for people. */
  readonly how?: string;
  /** How many attempts get no response before one does. */
  readonly failures: number | 'always';
  /** What the simulator reports after SENT; absent: its response is the outcome. */
  readonly receipts: readonly { readonly status: string; readonly afterSeconds: number }[];
}

/** One limit of §8. */
export interface LimitEntry {
  readonly id: string;
  /** The clause of a documented limit. */
  readonly clause?: string;
  /** The decision of an assumed one. */
  readonly decision?: string;
  readonly says: string;
  readonly value: number;
  readonly unit: string;
  /** Schema file and pointer that state the number. */
  readonly at?: string;
  /** The field of a scheduling request whose length counts, as a JSON pointer. */
  readonly text?: string;
  readonly problem?: string;
  readonly reason?: string;
  /** What happens beyond a limit that neither a code nor a reason reports. */
  readonly beyond?: string;
}

/** One normative statement of the source document. */
export interface Clause {
  readonly id: string;
  readonly kind: string;
  readonly says: string;
  /** What a node that states the clause has in its text; nothing where the source shows nothing. */
  readonly words?: readonly string[];
}

/** One decision (ADR): front matter and text. */
export interface Decision {
  /** `ADR-0013`. */
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly status: string;
  readonly date: string;
  readonly evidence: string;
  /** `reading` of the source, or `addition` to it. */
  readonly kind: 'reading' | 'addition';
  readonly clauses: readonly string[];
  readonly question: string;
  readonly choice: string;
  /** File name in spec/decisions. */
  readonly file: string;
  /** The Markdown below the front matter. */
  readonly text: string;
}
