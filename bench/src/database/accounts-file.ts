/** Accounts with the name as key, each with one cascade of one stage. JSON is YAML. */
export function accountsFile(names: readonly string[], callbackUrl: string): string {
  const accounts = names.map((name, at) => ({
    name,
    keys: [{ key: name }],
    balance: 1_000_000_000_000,
    prices: { SMS: 5 },
    cascades: [{ id: 1, name: 'codes', stages: [stageOf(at)] }],
    callback: { url: callbackUrl },
  }));
  return JSON.stringify({ accounts });
}

function stageOf(at: number) {
  const uuid = `00000000-0000-4000-8000-${String(at + 1).padStart(12, '0')}`;
  return { uuid, channel: 'SMS', subject: { id: 1, subject: 'codes' } };
}
