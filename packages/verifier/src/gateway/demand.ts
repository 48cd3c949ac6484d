/** The result of one demand of the protocol. */
export interface GatewayResult {
  readonly id: string;
  readonly says: string;
  readonly verdict: 'match' | 'mismatch' | 'inconclusive';
  /** What happened instead, or why it could not be judged. */
  readonly because?: string;
}

/** A verdict on one demand of the protocol: absent `actual` and `why` mean a match. */
export interface Judged {
  /** What the gateway did instead. */
  readonly actual?: string;
  /** Why it could not be judged. */
  readonly why?: string;
}

/** A demand of the protocol, and how it is judged. */
export interface Demand<Context> {
  readonly id: string;
  readonly says: string;
  judge(context: Context): Promise<Judged>;
}

export function resultOf({ id, says }: Omit<Demand<never>, 'judge'>, { actual, why }: Judged): GatewayResult {
  if (actual !== undefined) return { id, says, verdict: 'mismatch', because: actual };
  if (why !== undefined) return { id, says, verdict: 'inconclusive', because: why };
  return { id, says, verdict: 'match' };
}
