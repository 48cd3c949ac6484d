import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { createLogger } from '@stoplight/prism-core';
import { createInstance, getHttpOperationsFromSpec, type IHttpProxyConfig } from '@stoplight/prism-http';
import { parse } from 'yaml';
import { defined } from '../../src/defined.ts';
import { buildCase, type Case } from '../../src/scenario/build-case.ts';
import { loadScenarios } from '../../src/scenario/load-scenarios.ts';
import { profileOf } from '../provider.ts';

/** Where a peer looks, with which key, and whose accounts these are. */
interface PeerTarget {
  readonly url: string;
  readonly key: string;
  readonly run: number;
}

/** Another tool that judges an API by its description. */
export interface Peer {
  readonly name: string;
  /** Why it cannot be asked here; undefined if it can. */
  absent(): Promise<string | undefined>;
  /**
   * What it complains of, each kind of complaint under a name of its own. What it complains of before the
   * conformant provider, too, finds no mutant. Ends soon after the signal.
   */
  complaintsAbout(target: PeerTarget, signal: AbortSignal): Promise<readonly string[]>;
}

/** What a program wrote, however it ended; the signal ends it. */
export function runPeer(
  program: string,
  args: readonly string[],
  { signal, environment = {} }: { signal?: AbortSignal; environment?: Record<string, string> } = {},
): Promise<string> {
  const options = {
    ...defined({ signal }),
    killSignal: 'SIGKILL',
    maxBuffer: 2 ** 27,
    env: { ...process.env, ...environment },
  } as const;
  return new Promise((resolve) => {
    execFile(program, args, options, (_, out, errors) => resolve(`${out}${errors}`));
  });
}

/** One run of a peer. */
export interface PeerRun {
  readonly complaints: readonly string[];
  readonly isTimedOut: boolean;
  readonly seconds: number;
}

/** What the peer complains of; nothing, if it takes longer: then the signal says so. */
export async function within(
  seconds: number,
  complain: (signal: AbortSignal) => Promise<readonly string[]>,
): Promise<PeerRun> {
  const begin = performance.now();
  const signal = AbortSignal.timeout(seconds * 1_000);
  const nothing = once(signal, 'abort').then((): readonly string[] => []);
  const complaints = await Promise.race([complain(signal), nothing]);
  return {
    complaints: signal.aborted ? [] : complaints,
    isTimedOut: signal.aborted,
    seconds: (performance.now() - begin) / 1_000,
  };
}

const require = createRequire(import.meta.url);
const openapiFile = require.resolve('@cascade/spec/generated/openapi.yaml');

/** Dredd with nothing but the OpenAPI description and a key, as its guide has it. */
export const plainDredd: Peer = {
  name: 'Dredd on the OpenAPI description',
  absent: async () => undefined,
  async complaintsAbout({ url, key }, signal) {
    const program = require.resolve('dredd/bin/dredd');
    const args = [program, openapiFile, url, '--header', `x-api-key: ${key}`];
    return failuresIn(stripVTControlCharacters(await runPeer(process.execPath, args, { signal })));
  },
};

/** Dredd writes a line with the name of a transaction that failed, and one with the reason. */
function failuresIn(output: string): readonly string[] {
  const failures = new Set<string>();
  let name = '';
  for (const [, said = ''] of output.matchAll(/^fail: (.*)$/gm)) {
    const named = /^(.+) duration: \d+ms$/.exec(said)?.[1];
    if (named === undefined) failures.add(`${name}: ${said}`);
    else name = named;
  }
  return [...failures];
}

/** Prism between us and the provider: it holds every answer to our own requests against the description. */
export const prismProxy: Peer = {
  name: 'Prism as a proxy, fed with our requests',
  absent: async () => undefined,
  async complaintsAbout({ url, run }, signal) {
    const operations = await getHttpOperationsFromSpec(openapiFile);
    const config: IHttpProxyConfig = {
      mock: { dynamic: false },
      checkSecurity: false,
      validateRequest: false,
      validateResponse: true,
      errors: false,
      isProxy: true,
      upstream: new URL(url),
      upstreamProxy: undefined,
    };
    const prism = createInstance(config, { logger: createLogger('prism', { level: 'silent' }) });
    const complaints: string[] = [];
    for (const { scenario, request } of await casesOf(run)) {
      if (signal.aborted) break;
      const { method, path, headers, body } = request;
      const input = { method: method.toLowerCase(), url: { path }, headers, body: readBody(body) };
      const result = await prism.request(input as Parameters<typeof prism.request>[0], operations, config)();
      const faults =
        result._tag === 'Left' ? [{ code: result.left.message }] : result.right.validations.output;
      complaints.push(...faults.map(({ code }) => `${scenario.id} ${code}`));
    }
    return complaints;
  },
};

async function casesOf(run: number): Promise<readonly Case[]> {
  const profile = await profileOf(run);
  return loadScenarios()
    .filter(({ phase }) => phase === 'vectors' || phase === 'boundaries' || phase === 'text')
    .map((scenario) => buildCase(profile, scenario))
    .flatMap((each) => ('unavailable' in each ? [] : [each]));
}

/** Prism expects the parsed body; a body that is not JSON stays text. */
function readBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

const hooks = fileURLToPath(new URL('schemathesis_hooks.py', import.meta.url));
const program = process.env.SCHEMATHESIS ?? 'st';

/**
 * As it comes, and with what its users would tell it: which cascade there is, and that request ids are new.
 */
export const schemathesis: Peer = {
  name: 'Schemathesis',
  absent,
  complaintsAbout: (target, signal) => complain(target, signal, openapiFile),
};

export const tunedSchemathesis: Peer = {
  name: 'Schemathesis, tuned',
  absent,
  async complaintsAbout(target, signal) {
    const folder = await mkdtemp(join(tmpdir(), 'cascade-schemathesis-'));
    const path = join(folder, 'openapi.json');
    await writeFile(path, JSON.stringify(overlaid(parse(await readFile(openapiFile, 'utf8')))));
    return complain(target, signal, path, { SCHEMATHESIS_HOOKS: hooks }).finally(() =>
      rm(folder, { recursive: true }),
    );
  },
};

async function absent(): Promise<string | undefined> {
  const version = await runPeer(program, ['--version']);
  return version.includes('version') ? undefined : 'Schemathesis is not installed (pip install schemathesis)';
}

interface JsonReport {
  readonly failures: readonly { readonly code: string; readonly operations: readonly string[] }[];
}

async function complain(
  { url, key }: PeerTarget,
  signal: AbortSignal,
  path: string,
  environment: Record<string, string> = {},
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-schemathesis-'));
  const report = join(folder, 'report.json');
  const known = [
    '--url',
    url,
    '--header',
    `x-api-key: ${key}`,
    '--seed',
    '1',
    '--generation-database',
    'none',
  ];
  await runPeer(program, ['run', path, ...known, '--report', 'json', '--report-json-path', report], {
    signal,
    environment,
  });
  try {
    const { failures }: JsonReport = JSON.parse(await readFile(report, 'utf8'));
    return failures.flatMap(({ code, operations }) => operations.map((operation) => `${code} ${operation}`));
  } catch {
    return ['no report'];
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Described {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Schema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

/** The description, with a cascade that exists and the content that this cascade takes. */
function overlaid(description: Described): Described {
  const { SchedulingRequest: request, Content: contents, ...schemas } = description.components.schemas;
  const chattwo = contents?.properties?.chattwoContent ?? {};
  return {
    ...description,
    components: {
      ...description.components,
      schemas: {
        ...schemas,
        SchedulingRequest: { ...request, properties: { ...request?.properties, cascadeId: { const: 4010 } } },
        Content: {
          ...contents,
          properties: { chattwoContent: chattwo },
          required: ['chattwoContent'],
          additionalProperties: false,
        },
      },
    },
  };
}
