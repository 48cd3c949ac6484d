import type { Buttons, Channel } from '../generated/profile.ts';
import type { JsonObject } from '../json.ts';

/** In the order of a run; consumers are judged in runs of their own. */
export const phases = [
  'vectors',
  'boundaries',
  'order',
  'text',
  'properties',
  'state',
  'callback',
  'description',
  'consumers',
] as const;

export type Phase = (typeof phases)[number];

export type KeyName = 'good' | 'none' | 'wrong' | 'cut' | 'longer' | 'otherCase' | 'expired' | 'poor';

/** A value of an edit that has to be made: its only member begins with `$`. */
export type EditValue =
  | { readonly $characters: number }
  | { readonly $fresh: string }
  | { readonly $unknownCascade: true }
  | { readonly $ownCascade: 'text' | 'fraction' }
  | { readonly $copy: string }
  | { readonly $inList: string }
  | { readonly $button: keyof Buttons }
  | { readonly $content: Channel | 'absent' }
  | { readonly $buttons: Readonly<Partial<Record<keyof Buttons, number>>> };

export type Edit = { readonly remove: string } | { readonly set: string; readonly to: unknown };

export interface ExpectedViolations {
  readonly missing?: readonly Channel[];
  readonly surplus?: readonly (Channel | 'absent')[];
}

/** The expected answer; `unclear` lists the answers that the source leaves open, with the reason. */
export interface Expectation {
  readonly accepted?: true;
  readonly codes?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly comment?: string;
  readonly violations?: ExpectedViolations;
  readonly unclear?: { readonly accepted?: string; readonly refused?: string };
}

/** What the description was read for, where it made the scenario. */
export type GeneratedKind = 'example' | 'constraint' | 'response' | 'answer' | 'callback';

/** What an attempt of a client, or of a callback, meets: an answer, or how it is withheld (spec/schemas/scenario.schema.yaml). */
export interface Met {
  readonly answer?: {
    readonly status: number;
    readonly type?: string;
    readonly encoding?: string;
    readonly location?: string;
    readonly retryAfter?: string;
    readonly body?: string;
  };
  readonly refuses?: true;
  readonly breaks?: 'before the answer' | 'in its head' | 'in its body';
  readonly silent?: true;
  readonly drips?: 'in its head' | 'in its body';
}

/** What a client says of its message (ADR-0060). */
export type Outcome = 'scheduled' | 'not-scheduled' | 'unknown';

/** A secret as a receiver sees it: its own, or that of a stranger. */
export type SecretName = 'current' | 'earlier' | 'foreign';

export type HandlerRun = 'returns' | 'fails' | 'panics' | 'waits' | 'waits, then fails';

/** A request to a receiver, and the status of ours (ADR-0061). */
export interface Reception {
  readonly answer: number;
  readonly meanwhile?: true;
  readonly method?: string;
  readonly id?: string;
  readonly body?: JsonObject;
  readonly characters?: number;
  readonly text?: string;
  readonly by?: readonly SecretName[];
  readonly age?: number;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly altered?: true;
}

/** One behaviour, from a file of spec/scenarios whose name is its id, or made from the description. */
export interface Scenario {
  readonly id: string;
  readonly says: string;
  readonly phase: Phase;
  readonly generated?: GeneratedKind;
  /** The decisions that a generated scenario rests on. */
  readonly rests?: readonly string[];
  readonly clauses: readonly string[];
  readonly given: {
    readonly base?: string;
    readonly key?: KeyName;
    readonly breaks?: readonly number[];
    readonly procedure?: string;
    readonly times?: number;
    readonly assumes?: string;
    readonly id?: 'call' | 'caller';
    readonly keepsUsed?: true;
    readonly knows?: readonly SecretName[];
    readonly handler?: readonly HandlerRun[];
    readonly longest?: number;
  };
  readonly when: {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly raw?: string;
    readonly edits?: readonly Edit[];
    readonly bytes?: number;
    readonly event?: JsonObject;
    readonly answers?: readonly { readonly status: number; readonly body: JsonObject }[];
    readonly attempts?: readonly Met[];
    readonly requests?: readonly Reception[];
  };
  readonly expects: Expectation & {
    readonly reason?: string;
    readonly taken?: boolean;
    readonly refused?: true;
    readonly outcome?: Outcome;
    readonly handled?: number;
  };
}

/** The decisions that a scenario rests on; none if the source says all of it. */
export function assumedBy({ given: { assumes }, rests = [] }: Scenario): readonly string[] {
  return assumes === undefined ? rests : [assumes, ...rests];
}
