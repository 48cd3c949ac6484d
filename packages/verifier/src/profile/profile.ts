import type { JsonObject } from '../json.ts';

export type Channel = 'SMS' | 'CHATONE' | 'CHATTWO';

export type ContentKind =
  | 'text'
  | 'image'
  | 'captioned'
  | 'document'
  | 'location'
  | 'listPicker'
  | 'buttons'
  | 'marketing'
  | 'button'
  | 'actionObject';

export type ButtonKind = 'URL' | 'PHONE' | 'QUICK_REPLY';

export interface ProfileStage {
  readonly channel: Channel;
  readonly uuid?: string;
}

export interface ProfileCascade {
  readonly id: number;
  /** Answers missing content with the code of its own (ADR-0004). */
  readonly olderCoverage?: boolean;
  readonly stages: readonly ProfileStage[];
}

/**
 * How an undelivered reason is brought about: by an address that answers with it, or by a message that breaks its rule: the
 * same one twice, a text, a cascade.
 */
export interface Provocation {
  readonly address?: string;
  readonly channel?: Channel;
  readonly twice?: true;
  readonly text?: string;
  readonly cascade?: ProfileCascade;
}

export interface CallbackProfile {
  /** Where the verifier listens; `127.0.0.1:0` if absent. */
  readonly listen?: string;
  /** What the provider calls, where that differs from what the verifier listens on. */
  readonly publicUrl?: string;
  /** Absent: the address was set by the operator. */
  readonly register?: { readonly method: string; readonly path: string; readonly body: unknown };
  readonly secret?: string;
  /** 5 if absent. */
  readonly withinSeconds?: number;
  /** How soon a callback that was not taken comes again. */
  readonly repeatsWithinSeconds?: number;
  /** Messages to `address` reach it, and do not end as UNDELIVERED. */
  readonly delivers?: true;
  readonly members?: { readonly requestId?: string; readonly status?: string; readonly reason?: string };
  readonly reasons?: Readonly<Record<string, Provocation>>;
}

/** What the verifier knows of a provider; its shape is schemas/profile.schema.yaml. */
export interface Profile {
  readonly target?: string;
  readonly keys: {
    readonly good: string;
    readonly wrong?: string;
    readonly expired?: string;
    /** Of an account without money. */
    readonly poor?: string;
    /** Of an account that can pay for `affords` texts; a run spends it. */
    readonly small?: {
      readonly key: string;
      readonly affords: number;
      /** New in each run, so an account that affords nothing is a finding. */
      readonly fresh?: true;
    };
  };
  readonly address: string;
  /** More of them, that messages may go to: other countries, other lengths. */
  readonly addresses?: readonly string[];
  /** Another account, and a cascade that it alone has. */
  readonly otherAccount?: { readonly key: string; readonly cascade: ProfileCascade };
  readonly cascades: readonly ProfileCascade[];
  readonly content: Readonly<Partial<Record<Channel, Readonly<Partial<Record<ContentKind, JsonObject>>>>>>;
  readonly places?: {
    readonly buttons?: string;
    readonly action?: string;
    readonly payload?: string;
    readonly listItem?: string;
    readonly useMarketingMessagesApi?: string;
    readonly messageActivitySharing?: string;
  };
  readonly buttons?: Readonly<Partial<Record<ButtonKind, JsonObject>>>;
  readonly callback?: CallbackProfile;
  readonly clock?: { readonly method: string; readonly url: string; readonly body?: unknown };
  /** Decisions (ADRs) that the provider follows, so that they may be asked of it. */
  readonly holds?: readonly string[];
}
