import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runProgram, type Serving, serve } from '@cascade/repository/test-kit';
import { startTestService } from '@cascade/service/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';

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

const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
/** The description of the journeys, from @cascade/spec. */
const description = fileURLToPath(import.meta.resolve('@cascade/spec/workflows/cascade.arazzo.yaml'));

/**
 * What `redocly respect` found: its exit code, its report for people, and the steps that it ran, as
 * `workflow/step`.
 */
interface RespectResult {
  readonly code: number | null;
  readonly report: string;
  readonly steps: ReadonlySet<string>;
}

/** The part of the JSON report that is read here; by file. */
interface JsonReport {
  readonly files: Readonly<Record<string, { readonly executedWorkflows: readonly ExecutedWorkflow[] }>>;
}

interface ExecutedWorkflow {
  readonly workflowId: string;
  readonly executedSteps: readonly { readonly stepId: string }[];
}

const secondsForAll = 240;

/**
 * Runs all workflows by `redocly respect` against these servers. @throws {Error} with its output if it ran
 * none.
 */
async function runRespect(
  servers: Readonly<Record<string, string>>,
  inputs: Readonly<Record<string, string | number>>,
): Promise<RespectResult> {
  const scratch = await mkdtemp(join(tmpdir(), 'cascade-respect-'));
  const output = join(scratch, 'respect.json');
  const options = [
    ...Object.entries(servers).flatMap(([name, url]) => ['--server', `${name}=${url}`]),
    '--input',
    JSON.stringify(inputs),
    '--json-output',
    output,
    '--execution-timeout',
    String(secondsForAll * 1_000),
  ];
  try {
    const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' };
    const { code, out, err } = await runProgram(
      process.execPath,
      [redocly, 'respect', description, ...options],
      { environment },
    );
    const report = `${out}${err}`;
    if (!existsSync(output)) throw new Error(`redocly respect wrote no report:\n${report}`);
    return { code, report, steps: stepsOf(JSON.parse(await readFile(output, 'utf8'))) };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function stepsOf({ files }: JsonReport): ReadonlySet<string> {
  const workflows = Object.values(files).flatMap(({ executedWorkflows }) => executedWorkflows);
  return new Set(
    workflows.flatMap(({ workflowId, executedSteps }) =>
      executedSteps.map(({ stepId }) => `${workflowId}/${stepId}`),
    ),
  );
}

/** The receiver of spec/workflows/receiver.yaml: it keeps the last event of each message, by request id. */
async function startAskableReceiver(): Promise<Serving> {
  const events = new Map<string, string>();
  return serve((request, response) => void answer(request, response, events));
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  events: Map<string, string>,
): Promise<void> {
  if (request.method === 'GET') return tell(response, events.get(request.url?.split('/').at(-1) ?? ''));
  const body = await text(request);
  if (request.method === 'POST') {
    const event: { readonly requestId: string } = JSON.parse(body);
    events.set(event.requestId, body);
  }
  response.writeHead(200).end();
}

function tell(response: ServerResponse, event: string | undefined): void {
  const status = event === undefined ? 404 : 200;
  response.writeHead(status, { 'content-type': 'application/json' }).end(event ?? '{}');
}
