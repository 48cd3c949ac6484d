import { type RunningMock, startMock } from '@cascade/mock';
import type { Serving } from '@cascade/repository/test-kit';
import { afterAll, beforeAll } from 'vitest';
import { type Break, startBroken } from './broken-provider.ts';

/** For all tests of a file: a mock, and a broken provider before it. Their addresses are known while tests run. */
export function withBroken(breaks: Break) {
  let mock: RunningMock | undefined;
  let broken: Serving | undefined;
  beforeAll(async () => {
    mock = await startMock({ port: 0 });
    broken = await startBroken(mock.url, breaks);
  });
  afterAll(async () => {
    await broken?.close();
    await mock?.close();
  });
  return {
    mock: {
      get url() {
        return mock?.url ?? '';
      },
    },
    broken: {
      get url() {
        return broken?.url ?? '';
      },
    },
  };
}
