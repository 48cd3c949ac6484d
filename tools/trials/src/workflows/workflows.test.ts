import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startTestService } from '@cascade/service/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { description, runRespect, startAskableReceiver } from './run-respect.ts';

const accountsFile = fileURLToPath(new URL('../../accounts.yaml', import.meta.url));
let service: Awaited<ReturnType<typeof startTestService>>;
let receiver: Awaited<ReturnType<typeof startAskableReceiver>>;

beforeAll(async () => {
  receiver = await startAskableReceiver();
  service = await startTestService({ accounts: accountsFile });
});

afterAll(async () => {
  await service?.close();
  await receiver?.close();
});

const run = (changed: Readonly<Record<string, string>> = {}) =>
  runRespect(
    { cascade: service.url, receiver: receiver.url },
    {
      apiKey: 'trial-key',
      newKey: 'trial-key-new',
      expiredKey: 'trial-key-expired',
      callbackUrl: `${receiver.url}/status`,
      cascadeId: 2002,
      address: '+12025550199',
      scheduledRequestId: randomUUID(),
      repeatedRequestId: randomUUID(),
      rotationRequestId: randomUUID(),
      ...changed,
    },
  );

test('the service passes every step of every workflow', async () => {
  const { code, report, steps } = await run();
  expect(code, report).toBe(0);
  expect([...steps].toSorted()).toEqual(stepsOfDescription().toSorted());
}, 300_000);

test('a key that is not valid fails the workflow that uses it, and only that', async () => {
  const { code, report } = await run({ newKey: 'no-such-key' });
  expect(code).toBe(1);
  expect(report).toMatch(/✗ .* step tryNewKey/);
  expect(report).toMatch(/Workflows: 3 passed, 1 failed, 4 total/);
}, 300_000);

/** All steps of the description, as `workflow/step`. */
function stepsOfDescription(): string[] {
  const { workflows }: Description = parse(readFileSync(description, 'utf8'));
  return workflows.flatMap(({ workflowId, steps }) => steps.map(({ stepId }) => `${workflowId}/${stepId}`));
}

interface Description {
  readonly workflows: readonly {
    readonly workflowId: string;
    readonly steps: readonly { readonly stepId: string }[];
  }[];
}
