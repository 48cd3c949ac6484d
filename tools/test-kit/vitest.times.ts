import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter } from 'vitest/node';

/** Writes the seconds that each test file took, its hooks included: `npm test` names the slowest of each package. */
export const times: Reporter = {
  onTestRunEnd(modules) {
    const seconds = modules.map((one) => [
      relative(process.cwd(), one.moduleId),
      Math.round(one.diagnostic().duration) / 1000,
    ]);
    mkdirSync('reports', { recursive: true });
    writeFileSync('reports/times.json', `${JSON.stringify(Object.fromEntries(seconds), null, 2)}\n`);
  },
};
