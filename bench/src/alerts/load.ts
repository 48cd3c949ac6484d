import { randomUUID } from 'node:crypto';

/** The accounts of the run, by what is wrong with them. Each key is the name of its account. */
export function accountsFile(receivers: Readonly<Record<string, string>>): string {
  const stage = (channel: string, id: number) => ({
    uuid: `00000000-0000-4000-8000-00000000000${id}`,
    channel,
    subject: { id, subject: channel.toLowerCase() },
  });
  const cascades = [
    { id: 1, name: 'sms', stages: [stage('SMS', 1)] },
    { id: 2, name: 'chatone', stages: [stage('CHATONE', 2)] },
  ];
  const accounts = Object.entries(receivers).map(([name, url]) => ({
    name,
    keys: [{ key: `${name}-key` }],
    balance: name === 'poor' ? 0 : 10_000_000,
    prices: { SMS: 1, CHATONE: 1 },
    cascades,
    callback: { url },
  }));
  return JSON.stringify({ accounts });
}

export interface Wanted {
  readonly account: string;
  readonly cascadeId?: 1 | 2;
  readonly address?: string;
}

/** Schedules a message. Resolves also if it is refused, or not answered. */
export async function schedule(
  url: string,
  { account, cascadeId = 1, address = '+12025550199' }: Wanted,
): Promise<void> {
  const content = { contentType: 'TEXT', text: `Code ${randomUUID()}` };
  await fetch(`${url}/api/cascade/schedule`, {
    method: 'POST',
    headers: { 'x-api-key': `${account}-key`, 'content-type': 'application/json' },
    body: JSON.stringify({
      requestId: randomUUID(),
      cascadeId,
      subscriberFilter: { address, type: 'PHONE' },
      content: cascadeId === 1 ? { smsContent: content } : { chatoneContent: content },
    }),
    signal: AbortSignal.timeout(30_000),
  })
    .then((answer) => answer.text())
    .catch(() => '');
}

/** Does something again and again, by `callers` at once, until it is stopped. */
export function keepOn(callers: number, work: () => Promise<unknown>): { stop(): Promise<void> } {
  let isStopping = false;
  const one = async () => {
    while (!isStopping) await work();
  };
  const all = Array.from({ length: callers }, one);
  return {
    async stop() {
      isStopping = true;
      await Promise.all(all);
    },
  };
}

/** That many callers who send again as soon as they have an answer. */
export function crowd(callers: number, url: string): { stop(): Promise<void> } {
  return keepOn(callers, async () => {
    await schedule(url, { account: 'shop' });
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
}
