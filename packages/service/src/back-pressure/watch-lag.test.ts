import { expect, onTestFinished, test, vi } from 'vitest';
import { silent } from '../log.ts';
import { createAdmission } from './admission.ts';
import { watchLag } from './watch-lag.ts';

test('refuses while the lag grows, survives a database that is away, and logs the change once', async () => {
  const admission = createAdmission({ boundSeconds: 5 });
  const warnings: string[] = [];
  let reads = 0;
  const watch = watchLag({
    admission,
    async read() {
      reads += 1;
      if (reads % 2 === 0) throw new Error('away');
      for (let n = 0; n < 1_000; n += 1) admission.refusal(1);
      return reads;
    },
    log: { info: () => {}, warn: (_, message) => void warnings.push(message), error: () => {} },
    pause: 1,
    now: () => reads * 1_000,
  });
  onTestFinished(watch.stop);
  await vi.waitFor(() => expect(Number.isFinite(admission.perSecond)).toBe(true), 60_000);
  const before = reads;
  await vi.waitFor(() => expect(reads).toBeGreaterThan(before + 5), 60_000);
  await watch.stop();
  expect(warnings).toEqual(['the service is behind with its work and refuses some messages']);
});

test("work that is two hours older all of a sudden shows that the database's clock was set: nothing is refused", async () => {
  const admission = createAdmission({ boundSeconds: 5 });
  const lags: number[] = [];
  let reads = 0;
  const watch = watchLag({
    admission: { ...admission, measured: (lag) => void lags.push(lag) },
    read: async () => [0.1, 7_200, 7_200, 0.2][reads++] ?? 0,
    log: silent,
    pause: 1,
    now: () => reads * 500,
  });
  onTestFinished(watch.stop);
  await vi.waitFor(() => expect(lags.length).toBeGreaterThanOrEqual(4), 20_000);
  expect(lags.slice(0, 4)).toEqual([0.1, 0.6, 1.1, 0.2]);
});
