export const cascadeId = 2;

/** The key of an account, by its number. */
export function apiKeyOf(account: number): string {
  return `crash-${account}`;
}

/** Accounts that can pay for every message, each with a cascade of two stages. JSON is YAML. */
export function accountsFile(callbackUrl: string, count = 1): string {
  const stage = (last: number, channel: string, ttl?: string) => ({
    uuid: `00000000-0000-4000-8000-00000000000${last}`,
    channel,
    ...(ttl === undefined ? {} : { ttl }),
    subject: { id: 1, subject: 'codes' },
  });
  const account = (number: number) => ({
    name: apiKeyOf(number),
    keys: [{ key: apiKeyOf(number) }],
    balance: 1_000_000_000_000,
    prices: { SMS: 5, CHATTWO: 3 },
    cascades: [{ id: cascadeId, name: 'codes', stages: [stage(1, 'CHATTWO', '00:30:00'), stage(2, 'SMS')] }],
    callback: { url: callbackUrl },
  });
  return JSON.stringify({ accounts: Array.from({ length: count }, (_, number) => account(number)) });
}
