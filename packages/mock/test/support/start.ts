import { onTestFinished } from 'vitest';
import { type RunningMock, type StartOptions, startMock } from '../../src/index.ts';

/** A mock on a free port, and the lines of its log. */
export interface TestMock extends RunningMock {
  readonly lines: readonly string[];
}

/** Starts a mock for one test and stops it with that test. */
export async function startForTest(options: StartOptions = {}): Promise<TestMock> {
  const mock = await start(options);
  onTestFinished(() => mock.close());
  return mock;
}

/** Starts a mock; the caller closes it. */
export async function start(options: StartOptions = {}): Promise<TestMock> {
  const lines: string[] = [];
  const mock = await startMock({ port: 0, log: (line) => void lines.push(line), ...options });
  return { ...mock, lines };
}
