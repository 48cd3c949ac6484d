import { apiKey, cascadeId } from './send-until.ts';

/** One account that can pay for every message, with a cascade of two stages. JSON is YAML. */
export function accountsFile(callbackUrl: string): string {
  const stage = (last: number, channel: string, ttl?: string) => ({
    uuid: `00000000-0000-4000-8000-00000000000${last}`,
    channel,
    ...(ttl === undefined ? {} : { ttl }),
    subject: { id: 1, subject: 'codes' },
  });
  const account = {
    name: 'crash',
    keys: [{ key: apiKey }],
    balance: 1_000_000_000_000,
    prices: { SMS: 5, CHATTWO: 3 },
    cascades: [{ id: cascadeId, name: 'codes', stages: [stage(1, 'CHATTWO', '00:30:00'), stage(2, 'SMS')] }],
    callback: { url: callbackUrl },
  };
  return JSON.stringify({ accounts: [account] });
}
