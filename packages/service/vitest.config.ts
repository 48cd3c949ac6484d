import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import shared from '../../tools/repository/vitest.config.ts';
import { notOnACluster, testClusterUrl } from './src/testing/not-on-a-cluster.ts';

/** One PostgreSQL for all test files; each gets a database of its own. */
const globalSetup = pathOf('src/testing/global-setup.ts');

/** They wait for processes more than they compute: more of them at once than there are cores. */
const maxWorkers = 3;

/** With `CASCADE_TEST_CLUSTER`, the URL of a coordinator, those databases are on a cluster. */
const onCluster = { exclude: Object.keys(notOnACluster).filter((name) => name.endsWith('.ts')) };

const setupFiles = [pathOf('src/testing/skip-on-cluster.ts')];

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

export default mergeConfig(shared, {
  test: { globalSetup: [globalSetup], setupFiles, maxWorkers, ...(testClusterUrl !== '' && onCluster) },
});
