/** The key of the one account. */
export const apiKey = 'bench-key';

/**
 * One account that can pay for every message, a cascade of one stage, callbacks for these statuses. JSON is
 * YAML.
 */
export function accountsFile(url: string, statuses: readonly string[]): string {
  const stage = {
    uuid: '00000000-0000-4000-8000-000000000001',
    channel: 'SMS',
    subject: { id: 1, subject: 'codes' },
  };
  const account = {
    name: 'bench',
    keys: [{ key: apiKey }],
    balance: 1_000_000_000_000,
    prices: { SMS: 5 },
    cascades: [{ id: 2002, name: 'codes', stages: [stage] }],
    callback: { url },
    settings: { callbacks: { statuses } },
  };
  return JSON.stringify({ accounts: [account] });
}
