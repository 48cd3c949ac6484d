import { type FaultyReceiver, startFaultyReceiver } from '@cascade/test-kit';
import { post } from '../faults/traffic.ts';

/** A callback that arrived, and when its status changed. */
export interface Taken {
  readonly at: number;
  readonly statusAt: number;
}

/** An account and its receivers, one for each of its sender signatures; the name is also its API key. */
export interface Party {
  readonly name: string;
  readonly receivers: number;
  readonly urls: readonly string[];
  readonly taken: readonly Taken[];
  /** Callback attempts that arrived, with any outcome. */
  attempts(): number;
  /** From now on its receivers take callbacks and do not answer. */
  hang(): Promise<void>;
  close(): Promise<void>;
}

export async function startParty(name: string, receivers: number): Promise<Party> {
  const taken: Taken[] = [];
  const servers: FaultyReceiver[] = await Promise.all(
    Array.from({ length: receivers }, () =>
      startFaultyReceiver({
        slowMilliseconds: 60_000, // the service waits for 15 s
        onTaken: (body) => taken.push({ at: Date.now(), statusAt: Date.parse(JSON.parse(body).statusAt) }),
      }),
    ),
  );
  return {
    name,
    receivers,
    taken,
    urls: servers.map(({ url }) => url),
    attempts: () => servers.reduce((sum, { attempts }) => sum + attempts, 0),
    async hang() {
      for (const server of servers) await server.become('slow');
    },
    async close() {
      for (const server of servers) await server.close();
    },
  };
}

/** An accounts file; JSON is YAML. A cascade for each receiver, of the sender signature with the same number. */
export function accountsFile(parties: readonly Party[]): string {
  const accounts = parties.map(({ name, receivers }, at) => ({
    name,
    keys: [{ key: name }],
    balance: 1_000_000_000,
    prices: { SMS: 5 },
    cascades: Array.from({ length: receivers }, (_, index) => ({
      id: index + 1,
      name: 'codes',
      stages: [
        {
          uuid: `00000000-0000-4000-8000-${String(at * 1_000 + index).padStart(12, '0')}`,
          channel: 'SMS',
          subject: { id: index + 1, subject: `codes-${index + 1}` },
        },
      ],
    })),
  }));
  return JSON.stringify({ accounts });
}

/** Registers each receiver for its sender signature (ADR-0014). */
export async function registerAll(url: string, parties: readonly Party[]): Promise<void> {
  for (const { name, urls } of parties)
    for (const [index, statusCallbackUrl] of urls.entries()) {
      const answer = await post(`${url}/api/callback/set`, name, { statusCallbackUrl, subjectId: index + 1 });
      if (answer.statusCode !== 200) throw new Error(`not registered: ${await answer.body.text()}`);
      await answer.body.dump();
    }
}
