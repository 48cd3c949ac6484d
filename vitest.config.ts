import { defineConfig } from 'vitest/config';

/** Shared by every package: `vitest run --config ../../vitest.config.ts` from the package's folder. */
export default defineConfig({
  test: {
    root: process.cwd(),
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    typecheck: { enabled: true, include: ['src/**/*.test-d.ts'], tsconfig: 'tsconfig.json' },
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/tests.json' },
    testTimeout: 20_000,
  },
});
