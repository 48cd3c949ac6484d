/** The secrets that sign the callbacks of a registration (ADR-0057), for all providers alike. */
export interface CallbackSecrets {
  readonly current: string;
  /** Signs beside the current one until then. */
  readonly previous?: { readonly secret: string; readonly until: Date };
}

/** How long a secret still signs beside its successor. */
const overlap = 24 * 3_600_000; // milliseconds

/**
 * The secrets after a registration.
 *
 * @param given The secret of the request. Without it and without any other the provider makes one, which is
 *   the only time that the answer has it.
 * @param isSigned Whether declared secrets of the account sign its callbacks.
 */
export function replaceSecret(
  kept: CallbackSecrets | undefined,
  given: string | undefined,
  { now, isSigned }: { readonly now: Date; readonly isSigned: boolean },
): { readonly secrets: CallbackSecrets | undefined; readonly made?: string } {
  if (given === undefined) {
    if (kept !== undefined || isSigned) return { secrets: kept };
    const made = makeSecret();
    return { secrets: { current: made }, made };
  }
  if (kept === undefined) return { secrets: { current: given } };
  if (kept.current === given) return { secrets: kept };
  const until = new Date(now.getTime() + overlap);
  return { secrets: { current: given, previous: { secret: kept.current, until } } };
}

/** Those that sign now, the newest first. */
export function validSecrets(kept: CallbackSecrets | undefined, now: Date): readonly string[] {
  if (kept === undefined) return [];
  const { current, previous } = kept;
  return previous !== undefined && now < previous.until ? [current, previous.secret] : [current];
}

/** 32 random bytes, as Standard Webhooks writes them. */
function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
