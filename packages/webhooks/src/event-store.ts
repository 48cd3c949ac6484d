/**
 * Remembers which events were handled, by `webhook-id`, so that a repeated callback (ADR-0018) does nothing.
 *
 * An event is *claimed* while it is handled. The claim lapses after a while by itself, so that an event whose receiver
 * died in the middle is handled when the sender repeats it.
 */
export interface EventStore {
  /** At most one of several claims at once may be new. */
  claim(id: string): Promise<Claim>;
}

export type Claim =
  /** Nobody has handled it: do so, then commit; or release it if that fails. */
  | { readonly state: 'new'; commit(): Promise<void>; release(): Promise<void> }
  /** It was handled. */
  | { readonly state: 'seen' }
  /** Somebody is at it; whether that succeeds is not known yet. */
  | { readonly state: 'busy' };

/** After this a claim lapses; the sender has given up on its attempt long before (15 s, ADR-0018). */
export const defaultClaimSeconds = 60;

/** How long ids are kept; the sender repeats an event for a day (ADR-0018). */
export const defaultKeepSeconds = 2 * 86_400; // two days
