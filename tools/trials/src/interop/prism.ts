import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startTemporaryService } from '@cascade/service/temporary';
import { freePort, startShell } from '@cascade/test-kit';
import type { Check } from './check.ts';
import { runAll } from './run-command.ts';

const version = '5.16.0';
const cli = `npx -y @stoplight/prism-cli@${version}`;
const description = fileURLToPath(import.meta.resolve('@cascade/spec/generated/openapi.json'));
const vectorsFile = fileURLToPath(import.meta.resolve('@cascade/spec/vectors/generated/requests.json'));
const accountsFile = fileURLToPath(import.meta.resolve('@cascade/service/demo/accounts.yaml'));

type Node = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Node =>
  typeof value === 'object' && value !== null ? (value as Node) : {};

async function absent(): Promise<string | undefined> {
  const failure = await runAll([['npx', '-y', `@stoplight/prism-cli@${version}`, '--version']], '.');
  return failure === undefined ? undefined : `npx cannot fetch @stoplight/prism-cli@${version}`;
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
export const prismMock: Check = {
  name: 'prism mock',
  version,
  tries: 'answers each named example of the description by `Prefer`',
  absent,
  failures: () =>
    withPrism(`mock ${description}`, async (url) => {
      const failures: string[] = [];
      for (const example of namedExamples()) failures.push(...(await askFor(url, example)));
      return failures;
    }),
};

interface NamedExample {
  readonly path: string;
  readonly status: string;
  readonly name: string;
  readonly value: unknown;
  readonly body: unknown;
}

function namedExamples(): NamedExample[] {
  const root = objectOf(JSON.parse(readFileSync(description, 'utf8')));
  const resolve = (node: unknown): Node => {
    const { $ref } = objectOf(node);
    if (typeof $ref !== 'string') return objectOf(node);
    return objectOf(
      $ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => objectOf(at)[key], root),
    );
  };
  const examplesIn = (node: unknown) =>
    Object.values(objectOf(resolve(node).content)).flatMap((medium) =>
      Object.entries(objectOf(objectOf(medium).examples)).map(
        ([name, each]) => [name, resolve(each).value] as const,
      ),
    );
  return Object.entries(objectOf(root.paths)).flatMap(([path, item]) => {
    const { requestBody, responses } = objectOf(objectOf(item).post);
    const [first] = examplesIn(requestBody);
    return Object.entries(objectOf(responses))
      .filter(([status]) => status !== 'default')
      .flatMap(([status, response]) =>
        examplesIn(response).map(([name, value]) => ({ path, status, name, value, body: first?.[1] })),
      );
  });
}

async function askFor(url: string, { path, status, name, value, body }: NamedExample): Promise<string[]> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': 'any',
      prefer: `code=${status}, example=${name}`,
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const isRight = String(answer.status) === status && text === JSON.stringify(value);
  return isRight ? [] : [`${path} ${status} ${name}: ${answer.status} ${text.slice(0, 200)}`];
}

/** The proxy of Prism before the service: it holds every answer to the test vectors against the description. */
export const prismProxy: Check = {
  name: 'prism proxy',
  version,
  tries: 'passes the test vectors on to the service, and reports no violation of an answer',
  absent,
  async failures() {
    const service = await startTemporaryService({ accountsFile });
    try {
      return await withPrism(`proxy ${description} ${service.url}`, violations);
    } finally {
      await service.close();
    }
  },
};

interface Vector {
  readonly id: string;
  readonly needs: readonly string[];
  readonly longText?: number;
  readonly request?: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

async function violations(url: string): Promise<string[]> {
  const { vectors }: { vectors: readonly Vector[] } = JSON.parse(readFileSync(vectorsFile, 'utf8'));
  const failures: string[] = [];
  let passed = 0;
  for (const vector of vectors.filter(isForPrism)) {
    const { id, request } = vector;
    if (request === undefined) continue;
    const { method, path, headers } = request;
    const body = request.body
      .replaceAll('{{requestId}}', randomUUID())
      .replaceAll('{{hex8}}', randomUUID().slice(0, 8));
    const answer = await fetch(`${url}${path}`, { method, headers, body }).catch((error: Error) => error);
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
 * Prism answers unknown URLs and methods itself, never answers a body that is not JSON (its server waits for the end of a
 * body that has been read), and hangs up where the service answers before it has read a body (413).
 */
function isForPrism({ needs, request, longText }: Vector): boolean {
  if (needs.length > 0 || longText !== undefined) return false;
  if (request === undefined || request.method !== 'POST') return false;
  const isDescribed = [
    '/api/cascade/schedule',
    '/api/cascade/get-all',
    '/api/messages/history',
    '/api/callback/set',
  ];
  if (!isDescribed.includes(request.path)) return false;
  try {
    JSON.parse(request.body);
    return true;
  } catch {
    return false;
  }
}
