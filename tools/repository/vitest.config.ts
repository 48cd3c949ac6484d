import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';

const usesFastCheck = readFileSync('package.json', 'utf8').includes('"fast-check"');
const seed = fileURLToPath(new URL('vitest.seed.ts', import.meta.url));

/**
 * Writes the seconds that each test file took, its hooks included: `npm test` names the slowest of each
 * package.
 */
const times: Reporter = {
  onTestRunEnd(modules) {
    const seconds = modules.map((one) => [
      relative(process.cwd(), one.moduleId),
      Math.round(one.diagnostic().duration) / 1000,
    ]);
    mkdirSync('reports', { recursive: true });
    writeFileSync('reports/times.json', `${JSON.stringify(Object.fromEntries(seconds), null, 2)}\n`);
  },
};

/** Shared by every package: `vitest run --config …/vitest.config.ts` from the package's folder. */
export default defineConfig({
  test: {
    root: process.cwd(),
    setupFiles: usesFastCheck ? [seed] : [],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    typecheck: { enabled: true, include: ['src/**/*.test-d.ts'], tsconfig: 'tsconfig.json' },
    reporters: ['default', 'json', times],
    outputFile: { json: 'reports/tests.json' },
    // Files share the modules of a worker: to load them anew for each cost half of the time.
    isolate: false,
    // Node loads them as it loads the programs, and keeps what it has compiled. Nothing is transformed, so no
    // module is mocked.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // They end what hangs, and judge no speed: tests start servers and processes, and the machine may be
    // busy.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // `npm test` lists what passed at the second try only: a fault of the test, and no reason to hold a
    // change back.
    retry: 1,
  },
});
