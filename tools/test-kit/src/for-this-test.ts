import { onTestFinished } from 'vitest';
import type { Child } from './child.ts';

/** Closes what a test has started when the test ends. */
export async function closedAfterTest<Started extends { close(): Promise<unknown> }>(
  started: Promise<Started>,
): Promise<Started> {
  const resource = await started;
  onTestFinished(async () => {
    await resource.close();
  });
  return resource;
}

/** Kills a program that a test has started when the test ends. */
export function killedAfterTest(child: Child): Child {
  onTestFinished(async () => {
    await child.end('SIGKILL');
  });
  return child;
}
