/** Settings as the file has them: whatever is absent is off, or has no limit. */
export interface DeclaredSettings extends StoredSettings {
  readonly limits?: StoredSettings['limits'] & {
    /** Chattwo only; the engine counts them, so the limit has a column of its own. */
    readonly templateMessagesPerDay?: number;
  };
}

/** The part of them that is kept as JSON. */
export interface StoredSettings {
  readonly lenient?: Partial<LenientSwitches>;
  readonly limits?: { readonly requestsPerSecond?: number };
  /** Statuses to tell besides UNDELIVERED; all if absent (ADR-0034). */
  readonly callbacks?: { readonly statuses?: readonly string[] };
}

/** The older request shapes that an account lets in (ADR-0027). */
export interface LenientSwitches {
  /** `cascadeId` as digits in a string. */
  readonly cascadeIdAsText: boolean;
  /** A `requestId` that is no UUID. */
  readonly anyRequestId: boolean;
  /** `smsContent` without `contentType` is TEXT. */
  readonly smsWithoutContentType: boolean;
  /** `keyboard.rows[].buttons[]` is `buttons[]`. */
  readonly keyboard: boolean;
  /** `attachment {url, name}` is `attachmentUrl` and `attachmentName`. */
  readonly attachment: boolean;
}

/** What a request has to be treated by. */
export interface AccountSettings {
  readonly lenient: LenientSwitches;
  /** `null` is no limit (ADR-0030). */
  readonly requestsPerSecond: number | null;
}

/** Settings with a value for everything. */
export function completeSettings({ lenient, limits }: StoredSettings): AccountSettings {
  return {
    lenient: {
      cascadeIdAsText: false,
      anyRequestId: false,
      smsWithoutContentType: false,
      keyboard: false,
      attachment: false,
      ...lenient,
    },
    requestsPerSecond: limits?.requestsPerSecond ?? null,
  };
}
