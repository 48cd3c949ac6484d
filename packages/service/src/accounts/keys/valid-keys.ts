/** How many keys of an account can be valid at once: what a rotation needs (ADR-0028). */
export const validKeysAtOnce = 2;

/** Whether a key is valid at an instant. */
export function isValidAt({ expiresAt }: { readonly expiresAt: Date | null }, now: Date): boolean {
  return expiresAt === null || now < expiresAt;
}
