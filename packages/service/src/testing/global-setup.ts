import type { TestProject } from 'vitest/node';
import { prepareTestCluster, type TestCluster } from '../cluster/testing/test-cluster.ts';
import { testClusterUrl } from './not-on-a-cluster.ts';
import { startTestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Administrator's connection to the server of this test run. */
    testServer: string;
    /** The cluster that test databases are on instead, if `CASCADE_TEST_CLUSTER` names one. */
    testCluster: TestCluster | null;
  }
}

/** For vitest's `globalSetup`: one server for the whole run, gone at its end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer();
  project.provide('testServer', server.connectionString);
  if (testClusterUrl === '') {
    project.provide('testCluster', null);
    return server.stop;
  }
  const { remove, ...cluster } = await prepareTestCluster(testClusterUrl);
  project.provide('testCluster', cluster);
  return async () => {
    await remove();
    await server.stop();
  };
}
