import { afterAll, beforeAll, expect } from 'vitest';
import type { RunningService } from '../service-options.ts';
import { demoAccounts } from './declare.ts';
import { scheduling } from './requests.ts';
import { startTestService } from './start-test-service.ts';
import { withTestDatabase } from './test-database.ts';

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream;

export interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly body: unknown;
}

/**
 * A whole service with the demo accounts, for the test file that calls it.
 *
 * What clients send is never a fault of the service: if it complains of one, its test file fails.
 */
export function withDemoService() {
  const database = withTestDatabase();
  const complaints: string[] = [];
  let service: RunningService | undefined;
  beforeAll(async () => {
    const complain = (_fields: object, message: string) => void complaints.push(message);
    service = await startTestService({
      database: database.connectionString,
      accounts: demoAccounts,
      config: { log: { info: () => {}, warn: complain, error: complain } },
    });
  });
  afterAll(async () => {
    await service?.close();
    expect(complaints).toEqual([]);
  });
  return {
    get url(): string {
      return service?.url ?? '';
    },
    get operationsUrl(): string {
      return service?.operationsUrl ?? '';
    },
    async post(body: Body, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
      const answer = await fetch(`${service?.url}/api/cascade/schedule`, {
        method: 'POST',
        headers: { 'x-api-key': 'demo-key', 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.timeout(60_000),
        ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
      });
      return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.json() };
    },
  };
}

/** A body that the demo account may send, with new ids, but for the changes. */
export function validJson(changes: object = {}): string {
  return JSON.stringify(scheduling(changes).body);
}
