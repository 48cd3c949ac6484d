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
  };
  readonly when: {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly raw?: string;
    readonly edits?: readonly Edit[];
    readonly event?: JsonObject;
    readonly answers?: readonly { readonly status: number; readonly body: JsonObject }[];
  };
  readonly expects: Expectation & {
    readonly reason?: string;
    readonly taken?: boolean;
    readonly refused?: true;
  };
}

/** The decisions that a scenario rests on; none if the source says all of it. */
export function assumedBy({ given: { assumes }, rests = [] }: Scenario): readonly string[] {
  return assumes === undefined ? rests : [assumes, ...rests];
}
