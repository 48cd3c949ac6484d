import { mergeConfig } from 'vitest/config';
import shared from '../../tools/repository/vitest.config.ts';

/** One worker visits the pages, which takes as long as all the rest. */
export default mergeConfig(shared, { test: { maxWorkers: 2 } });
