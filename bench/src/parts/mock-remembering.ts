import { Pool } from 'undici';
import { processorSeconds } from '../processor-time.ts';
import { schedulingBody, schedulingHeaders } from '../scheduling-body.ts';
import { forkModule } from './forked.ts';
import { serveMock } from './mock.ts';
import type { Part } from './part.ts';

/** As many as it remembers at most. */
const remembered = 10_000;
/** In a turn: few, since the peer remembers them. */
const measured = 500;

export const mockRemembering: Part = {
  name: 'mock-remembering',
  says: `${measured} scheduling requests to a mock that remembers ${remembered} messages`,
  peer: `the same to a mock that has refused ${remembered} for want of money, and remembers those of the turns before alone`,
  figures: {
    rate: { says: 'requests', unit: 'a second', better: 'higher' },
    processor: { says: 'processor time of a request', unit: 'µs', better: 'lower' },
  },
  async prepare({ times }) {
    const full = await startMock(times(remembered), 'demo-key');
    const empty = await startMock(times(remembered), 'poor-key');
    return {
      ours: full.measure,
      peer: empty.measure,
      async close() {
        await Promise.all([full.close(), empty.close()]);
      },
    };
  },
};

/** A mock in a process of its own that has answered `before` requests of an account. */
async function startMock(before: number, key: 'demo-key' | 'poor-key') {
  const mock = await forkModule<string>(serveMock);
  const pool = new Pool(mock.message, { connections: 16 });
  await send(pool, before, key);
  // Warms up what only accepted requests run.
  await send(pool, measured, 'demo-key');
  return {
    async measure() {
      const [processor, begin] = [processorSeconds(mock.pid), performance.now()];
      await send(pool, measured, 'demo-key');
      const seconds = (performance.now() - begin) / 1_000;
      return {
        rate: measured / seconds,
        processor: ((processorSeconds(mock.pid) - processor) / measured) * 1e6,
      };
    },
    async close() {
      await pool.destroy();
      await mock.close();
    },
  };
}

async function send(pool: Pool, count: number, key: 'demo-key' | 'poor-key'): Promise<void> {
  const headers = schedulingHeaders(key);
  const expected = key === 'demo-key' ? 200 : 400;
  let left = count;
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      const request = {
        method: 'POST',
        path: '/api/cascade/schedule',
        headers,
        body: schedulingBody(),
      } as const;
      const { statusCode, body } = await pool.request(request);
      await body.dump();
      if (statusCode !== expected) throw new Error(`expected ${expected}, got ${statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, caller));
}
