/**
 * Remembers which events were handled, by their ids, so that a repeated callback (ADR-0018) does nothing.
 * An event is *claimed* while it is handled. Claims expire, so that an event whose receiver crashed is
 * handled when the sender repeats it.
 */
export interface EventStore {
  /** Of several concurrent claims, at most one may be `new`. */
  claim(id: string): Promise<Claim>;
}

export type Claim =
  /** Not handled yet: handle it, then commit; release it if that fails. */
  | { readonly state: 'new'; commit(): Promise<void>; release(): Promise<void> }
  /** Already handled. */
  | { readonly state: 'seen' }
  /** Another claim is handling it, with an unknown result. */
  | { readonly state: 'busy' };

/** Longest id in characters: limits what a store has to keep for each event. */
export const longestId = 255;

/** Lifetime of a claim; longer than the sender waits for an answer (15 s, ADR-0018). */
export const defaultClaimSeconds = 60;

/** How long ids are kept: longer than the sender repeats an event, which is a day (ADR-0018). */
export const defaultKeepSeconds = 2 * 86_400; // two days
