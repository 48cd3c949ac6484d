import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

/** One PostgreSQL for all test files; each gets a database of its own. */
const globalSetup = fileURLToPath(new URL('src/testing/global-setup.ts', import.meta.url));

/** They wait for processes more than they compute: more of them at once than there are cores. */
const maxWorkers = 3;

export default mergeConfig(shared, { test: { globalSetup: [globalSetup], maxWorkers } });
