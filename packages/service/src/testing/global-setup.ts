import type { TestProject } from 'vitest/node';
import { startTestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Administrator's connection to the server of this test run. */
    testServer: string;
  }
}

/** For vitest's `globalSetup`: one server for the whole run, gone at its end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer();
  project.provide('testServer', server.connectionString);
  return server.stop;
}
