import { mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

/** The mutants are the proof of the suite, and have tests of their own. */
export default mergeConfig(shared, { test: { include: ['mutants/**/*.test.ts'] } });
