import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Peer, PeerTarget } from './peer.ts';
import { run } from './run.ts';

const description = createRequire(import.meta.url).resolve('@cascade/spec/generated/openapi.json');
const hooks = fileURLToPath(new URL('schemathesis_hooks.py', import.meta.url));
const program = process.env.SCHEMATHESIS ?? 'st';

/** As it comes, and with what its users would tell it: which cascade there is, and that request ids are new. */
export const schemathesis: Peer = {
  name: 'Schemathesis',
  absent,
  complaintsAbout: (target, signal) => complain(target, signal, description),
};

export const tunedSchemathesis: Peer = {
  name: 'Schemathesis, tuned',
  absent,
  async complaintsAbout(target, signal) {
    const folder = await mkdtemp(join(tmpdir(), 'cascade-schemathesis-'));
    const path = join(folder, 'openapi.json');
    await writeFile(path, JSON.stringify(overlaid(JSON.parse(await readFile(description, 'utf8')))));
    return complain(target, signal, path, { SCHEMATHESIS_HOOKS: hooks }).finally(() =>
      rm(folder, { recursive: true }),
    );
  },
};

async function absent(): Promise<string | undefined> {
  const version = await run(program, ['--version']);
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
  await run(program, ['run', path, ...known, '--report', 'json', '--report-json-path', report], {
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
          ...{ required: ['chattwoContent'], additionalProperties: false },
        },
      },
    },
  };
}
