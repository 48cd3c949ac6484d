import { mergeConfig } from 'vitest/config';
import shared from '../../tools/repository/vitest.config.ts';

/**
 * The mutants are the proof of the suite, and have tests of their own. Witnesses wait for callbacks most of
 * the time, so that many can run at once; so do the other tests for slow and dead providers.
 */
export default mergeConfig(shared, {
  test: { include: ['mutants/**/*.test.ts'], maxConcurrency: 15, maxWorkers: 2 },
});
