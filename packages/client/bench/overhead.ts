import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createCascadeClient } from '@cascade/client';
import { startService } from '../test/support/service.ts';
import { report } from './report.ts';

/** The overhead of the client over `fetch` on loopback; both alternate, so that load affects them alike. */
const warmUp = 500;
const rounds = 4_000;

const service = await startService();
const ofService = await measure(service.url);
await service.stop();

const bare = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)));
const [{ port }] = await once(bare, 'message');
const ofBareServer = await measure(`http://127.0.0.1:${port}`);
bare.kill();

report('overhead', {
  says: `${rounds} requests each way, one at a time, in turns; medians in microseconds. Bare fetch: POST, then json()`,
  service: ofService,
  serverThatDoesNothing: ofBareServer,
});

async function measure(baseUrl: string) {
  const { schedule } = createCascadeClient({ baseUrl, apiKey: 'demo-key' });
  const viaFetch = async (body: object) => {
    const answer = await fetch(`${baseUrl}/api/cascade/schedule`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'demo-key' },
      body: JSON.stringify(body),
    });
    await answer.json();
  };
  const times: Record<'fetch' | 'client', number[]> = { fetch: [], client: [] };
  for (let round = -warmUp; round < rounds; round += 1) {
    const turns = [
      ['fetch', () => viaFetch(message())],
      ['client', () => schedule(message())],
    ] as const;
    for (const [name, send] of round % 2 === 0 ? turns : turns.toReversed()) {
      const begin = performance.now();
      await send();
      if (round >= 0) times[name].push(performance.now() - begin);
    }
  }
  const fetchMicroseconds = median(times.fetch);
  const clientMicroseconds = median(times.client);
  const overhead = Math.round((clientMicroseconds / fetchMicroseconds - 1) * 1_000) / 10;
  return { fetchMicroseconds, clientMicroseconds, overheadPercent: overhead };
}

function message() {
  return {
    requestId: randomUUID(),
    cascadeId: 2002,
    subscriberFilter: { address: '+12025550100', type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: randomUUID() } },
  };
}

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  return Math.round((values[values.length >> 1] ?? Number.NaN) * 1_000);
}
