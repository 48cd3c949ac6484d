import { randomUUID } from 'node:crypto';
import { createCascadeClient } from '@cascade/client';
import { median } from '../statistics.ts';
import { forkModule } from './forked.ts';
import type { Part } from './part.ts';

const bareServer = new URL('../bench/bare-server.ts', import.meta.resolve('@cascade/client'));

export const client: Part = {
  name: 'client',
  says: 'schedules a message at a server that answers at once, one after another',
  peer: '`fetch` with the same body and headers, then `json()`',
  figures: { time: { says: 'a call', unit: 'µs', better: 'lower' } },
  async prepare({ seconds }) {
    const server = await forkModule<{ readonly port: number }>(bareServer);
    const baseUrl = `http://127.0.0.1:${server.message.port}`;
    const apiKey = 'demo-key';
    const { schedule } = createCascadeClient({ baseUrl, apiKey });
    const viaFetch = async (body: object) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': apiKey };
      const options = { method: 'POST', headers, body: JSON.stringify(body) };
      await (await fetch(`${baseUrl}/api/cascade/schedule`, options)).json();
    };
    const measure = (send: (body: ReturnType<typeof message>) => Promise<unknown>) => async () => {
      await timesOf(seconds(0.3), send);
      return { time: median(await timesOf(seconds(0.8), send)) };
    };
    return { ours: measure(schedule), peer: measure(viaFetch), close: server.close };
  },
};

/** Microseconds of each call. */
async function timesOf(
  seconds: number,
  send: (body: ReturnType<typeof message>) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
    const body = message();
    const begin = performance.now();
    await send(body);
    times.push((performance.now() - begin) * 1_000);
  }
  return times;
}

function message() {
  return {
    requestId: randomUUID(),
    cascadeId: 2002,
    subscriberFilter: { address: '+12025550100', type: 'PHONE' as const },
    content: { smsContent: { contentType: 'TEXT' as const, text: randomUUID() } },
  };
}
