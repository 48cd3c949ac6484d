import { expect, onTestFinished, test, vi } from 'vitest';
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
  });
  onTestFinished(watch.stop);
  await vi.waitFor(() => expect(Number.isFinite(admission.perSecond)).toBe(true), 60_000);
  const before = reads;
  await vi.waitFor(() => expect(reads).toBeGreaterThan(before + 5), 60_000);
  await watch.stop();
  expect(warnings).toEqual(['the service is behind with its work and refuses some messages']);
});
