import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryRoot } from '@cascade/contract';
import { commandLine, runCommand } from '@cascade/contract/command-line';
import { startMock } from '@cascade/mock';
import { freePort, startShell } from '@cascade/repository/test-kit';
import { recordedRows } from '@cascade/repository/test-kit/recorded';
import { startTestService } from '@cascade/service/testing';
import { describe } from '@cascade/verifier/bench';
import { descriptions, type SingleRequestVector, singleRequestVectors, vectorBody } from './inputs.ts';
import { absentTool, type ForeignTrial, runAll, runOne, say } from './run-command.ts';
import { programsFolder } from './tables.ts';

/**
 * A tool of others that is tried as its users have it; where it is not to be had, it is skipped with the
 * reason.
 */
interface Check {
  readonly name: string;
  readonly version: string;
  /** What it tries, for the page. */
  readonly tries: string;
  /** Why it cannot be tried here; undefined if it can. */
  absent(): Promise<string | undefined>;
  /** What failed, a line each; none if all is well. */
  failures(): Promise<readonly string[]>;
}

const schemathesisVersion = '4.32.5';
/** `SCHEMATHESIS` names the program of a virtual environment. */
const program = process.env.SCHEMATHESIS ?? 'st';
const description = fileURLToPath(import.meta.resolve('@cascade/spec/generated/openapi.yaml'));
const config = fileURLToPath(import.meta.resolve('@cascade/spec/testers/schemathesis.toml'));
/** The accounts and cascades of the samples, which the vectors need. */
const accountsFile = fileURLToPath(import.meta.resolve('@cascade/service/demo/accounts.yaml'));

interface Provider {
  readonly url: string;
  close(): Promise<void>;
}

function schemathesisOn(name: string, start: () => Promise<Provider>): Check {
  return {
    name: `schemathesis, ${name}`,
    version: schemathesisVersion,
    tries: `generates requests from the description, with the configuration that we ship, against the ${name}`,
    async absent() {
      const missing = await absentTool([[program, '--version']]);
      return missing && `${missing} (pip install schemathesis==${schemathesisVersion})`;
    },
    async failures() {
      const provider = await start();
      try {
        const printed = readFileSync(config, 'utf8').match(/(?<=^# {3})CASCADE_KEY=.*$/m)?.[0] ?? 'false';
        const here = printed.replace(' st ', ` ${program} `).replace(/(?<=--url ).*/, provider.url);
        const { code, end } = await runOne(['sh', '-c', `${here} --seed 1`], { cwd: repositoryRoot });
        return code === 0 ? [] : [end];
      } finally {
        await provider.close();
      }
    },
  };
}

/** Schemathesis, by the line in its configuration: absent from npm, so it must be installed. */
const schemathesis: readonly Check[] = [
  schemathesisOn('mock', () => startMock({ port: 0, log: () => {} })),
  schemathesisOn('service', () => startTestService({ accounts: accountsFile })),
];

const prismVersion = '5.16.0';
const cli = `npx -y @stoplight/prism-cli@${prismVersion}`;

const absent = () => absentFromNpm(`@stoplight/prism-cli@${prismVersion}`);

async function absentFromNpm(from: string): Promise<string | undefined> {
  const failure = await runAll([['npx', '-y', from, '--version']], '.');
  return failure === undefined ? undefined : `npx cannot fetch ${from}`;
}

/** Runs a command of Prism on a free port while the work is done. */
async function withPrism<Value>(args: string, work: (url: string) => Promise<Value>): Promise<Value> {
  const port = await freePort();
  const prism = startShell(`${cli} ${args} -h 127.0.0.1 -p ${port}`, '.');
  try {
    await prism.printed(/Prism is listening/, 180);
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    await prism.end();
  }
}

/** The mock of Prism: `Prefer` names each example of the description, and it is the answer. */
const prismMock: Check = {
  name: 'prism mock',
  version: prismVersion,
  tries:
    'answers each named example of the description by `Prefer`, and an invalid request as the contract does',
  absent,
  failures: () =>
    withPrism(`mock ${description}`, async (url) => {
      const failures = await sendInvalid(url);
      for (const example of namedExamples()) failures.push(...(await askFor(url, example)));
      return failures;
    }),
};

/** Without `Prefer`, Prism answers a body that no schema allows with the first example of 400. */
async function sendInvalid(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/cascade/schedule`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'any' },
    body: '{}',
  });
  const text = await answer.text();
  const isRight = answer.status === 400 && text.includes('"matched-template-not-found"');
  return isRight ? [] : [`an empty request: ${answer.status} ${text.slice(0, 200)}`];
}

/** Every named example of an answer, with an example of the request. */
function namedExamples() {
  return describe().operations.flatMap(({ path, method, examples: [request], responses }) =>
    responses
      .filter(({ status }) => status !== 'default')
      .flatMap(({ status, examples }) =>
        examples.map(({ name, value }) => ({ path, method, status, name, value, body: request?.value })),
      ),
  );
}

type NamedExample = ReturnType<typeof namedExamples>[number];

async function askFor(url: string, example: NamedExample): Promise<string[]> {
  const { path, method, status, name, value, body } = example;
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-api-key': 'any',
      prefer: `code=${status}, example=${name}`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isRight = String(answer.status) === status && text === JSON.stringify(value);
  return isRight ? [] : [`${path} ${status} ${name}: ${answer.status} ${text.slice(0, 200)}`];
}

/**
 * The proxy of Prism before the service: it holds every answer to the test vectors against the description.
 */
const prismProxy: Check = {
  name: 'prism proxy',
  version: prismVersion,
  tries: 'passes the test vectors on to the service, and reports no violation of an answer',
  absent,
  async failures() {
    const service = await startTestService({ accounts: accountsFile });
    try {
      return await withPrism(`proxy ${description} ${service.url}`, violations);
    } finally {
      await service.close();
    }
  },
};

async function violations(url: string): Promise<string[]> {
  const failures: string[] = [];
  let passed = 0;
  for (const vector of singleRequestVectors.filter(isForPrism)) {
    const { id, request } = vector;
    const { method, path, headers } = request;
    const answer = await fetch(`${url}${path}`, { method, headers, body: vectorBody(vector) }).catch(
      (error: Error) => error,
    );
    if (answer instanceof Error) {
      failures.push(`${id}: ${answer.message}`);
      continue;
    }
    await answer.arrayBuffer();
    passed += 1;
    const found: readonly { location?: readonly string[] }[] = JSON.parse(
      answer.headers.get('sl-violations') ?? '[]',
    );
    const own = found.filter(({ location }) => location?.[0] === 'response');
    if (own.length > 0) failures.push(`${id}: ${answer.status} ${JSON.stringify(own).slice(0, 300)}`);
  }
  return passed > 100 ? failures : [...failures, `only ${passed} vectors were sent`];
}

/**
 * Prism answers unknown URLs and methods itself, never answers a body that is not JSON (its server waits for
 * the end of a body that has been read), and hangs up where the service answers before it has read a body
 * (413).
 */
function isForPrism({ request, longText }: SingleRequestVector): boolean {
  if (longText !== undefined || request.method !== 'POST') return false;
  const isDescribed = [
    '/api/cascade/schedule',
    '/api/cascade/get-all',
    '/api/messages/history',
    '/api/callback/set',
    '/api/message-matchers/get-by-request',
  ];
  if (!isDescribed.includes(request.path)) return false;
  try {
    JSON.parse(request.body);
    return true;
  } catch {
    return false;
  }
}

const ruleset = `${programsFolder}/spectral.yaml`;

/** A command from npm that tries what `spec/` offers, fetched by npx at a fixed version. */
interface NpmCheck extends Pick<Check, 'name' | 'version' | 'tries'> {
  /** The package. */
  readonly of: string;
  /** Where it runs; anywhere if absent. */
  readonly folder?: string;
  /** What follows the package; `url` is that of a mock. It ends with 0 if all is well. */
  args(url: string): readonly string[];
}

const inCollections = (name: string) =>
  fileURLToPath(import.meta.resolve(`@cascade/spec/collections/generated/${name}`));

/** Newman and Bruno: with their dependencies they have 350 MB, too much for a dependency of every clone. */
const collections: readonly NpmCheck[] = [
  {
    name: 'newman',
    version: '6.2.2',
    tries: 'runs the Postman collection against the mock',
    of: 'newman',
    args: (url) => ['run', inCollections('cascade.postman_collection.json'), '--env-var', `baseUrl=${url}`],
  },
  {
    name: 'bruno',
    version: '4.1.0',
    tries: 'runs the Bruno collection against the mock',
    of: '@usebruno/cli',
    folder: dirname(inCollections('bruno/bruno.json')),
    args: (url) => ['run', '-r', '--env-var', `baseUrl=${url}`],
  },
];

const fromNpm: readonly NpmCheck[] = [
  {
    name: 'spectral',
    version: '6.16.3',
    tries: 'lints every description by its own rules for OpenAPI and AsyncAPI',
    of: '@stoplight/spectral-cli',
    args: () => [
      'lint',
      '--ruleset',
      ruleset,
      '--fail-severity',
      'error',
      ...Object.values(descriptions).flatMap((variants) => Object.values(variants)),
    ],
  },
  ...collections,
];

/** Linters, testers and mocks of others, and the commands that run the collections. */
export const npmChecks: readonly Check[] = [...fromNpm.map(checkOf), prismMock, prismProxy, ...schemathesis];

/** What a check said; no failure if it ended with 0. */
export interface CheckResult {
  readonly check: string;
  readonly version: string;
  readonly failures: readonly string[];
}

/** The recorded results. */
export const checkResults = recordedRows<CheckResult>(
  new URL('../../results/npm-checks.json', import.meta.url),
  ({ check }) => check,
);

export const checkTrials: readonly ForeignTrial[] = npmChecks.map((check) => ({
  ...check,
  async run(writes) {
    const { name, version } = check;
    const failures = await check.failures();
    say(`${name}: ${failures.length === 0 ? 'no error' : 'fails'}`, failures);
    if (writes) checkResults.replace([{ check: name, version, failures }]);
    return failures.length === 0;
  },
}));

/** A command that npx fetches, against a mock of its own. */
function checkOf({ of, folder = '.', args, ...check }: NpmCheck): Check {
  const from = `${of}@${check.version}`;
  return {
    ...check,
    absent: () => absentFromNpm(from),
    async failures() {
      const mock = await startMock({ port: 0, log: () => {} });
      const failure = await runAll([['npx', '-y', from, ...args(mock.url)]], folder).finally(mock.close);
      return failure === undefined ? [] : [failure];
    },
  };
}

const minutesForOne = 10;

const command = commandLine(
  'npm run trials -- collections',
  'Runs the Postman collection by Newman, and the Bruno collection by Bruno, against the mock.',
  `Example:
  npm run trials -- collections

Ends with 1 if a request of a collection fails.`,
);

/** Resolves to the exit code. */
async function runCollections(): Promise<number> {
  const mock = await startMock({ port: 0, log: () => {} });
  const codes: (number | null)[] = [];
  for (const { of, version, folder = '.', args } of collections) {
    const how = { cwd: folder, stdio: 'inherit', timeout: minutesForOne * 60_000 } as const;
    const [code] = await once(spawn('npx', ['-y', `${of}@${version}`, ...args(mock.url)], how), 'close');
    codes.push(code);
  }
  await mock.close();
  return codes.every((code) => code === 0) ? 0 : 1;
}

if (import.meta.main) process.exitCode = await runCommand(command, runCollections);
