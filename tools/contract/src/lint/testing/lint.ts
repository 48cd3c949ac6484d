import { execFile } from 'node:child_process';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One finding, and where: file and pointer in the description, as `root.yaml#/paths`. */
interface Finding {
  readonly at: string;
  readonly message: string;
}

/** A description: its root object, and the other files that it is made of by their paths. */
interface Description {
  readonly root: object;
  readonly files?: Readonly<Record<string, object>>;
}

interface Report {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly [{ readonly source: { readonly ref: string }; readonly pointer: string }];
  }[];
}

const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
const plugin = fileURLToPath(new URL('fake-plugin.ts', import.meta.url));

/**
 * Lints descriptions with one rule of the plugin in one run of Redocly, after the given preprocessors; the
 * findings, by description. The casts are sound: the names are the keys of the given record.
 */
export async function lint<Name extends string>(
  rule: string,
  descriptions: Readonly<Record<Name, Description>>,
  ...preprocessors: readonly string[]
): Promise<Readonly<Record<Name, readonly Finding[]>>> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'spec-rules-'));
  const names = Object.keys(descriptions) as Name[];
  for (const name of names) await write(join(folder.path, name), descriptions[name]);
  await writeFile(
    join(folder.path, 'redocly.yaml'),
    JSON.stringify(configuration(rule, names, preprocessors)),
  );
  const problems = (await run(folder.path)).flatMap(({ problems }) => problems);
  const findings = problems.filter(({ ruleId }) => ruleId === `cascade/${rule}`).map(toFinding);
  return Object.fromEntries(names.map((name) => [name, below(name, findings)])) as Record<Name, Finding[]>;
}

function configuration(rule: string, names: readonly string[], preprocessors: readonly string[]): object {
  return {
    apis: Object.fromEntries(names.map((name) => [name, { root: `${name}/root.yaml` }])),
    plugins: [plugin],
    preprocessors: Object.fromEntries(preprocessors.map((name) => [`cascade/${name}`, 'on'])),
    // `struct` hides some nodes from all rules after it, as in the real configuration.
    rules: { struct: 'error', [`cascade/${rule}`]: 'error' },
    telemetry: 'off',
  };
}

/** JSON is YAML, so objects can be written as they are. */
async function write(folder: string, { root, files = {} }: Description): Promise<void> {
  for (const [name, content] of Object.entries({ ...files, 'root.yaml': root })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), JSON.stringify(content));
  }
}

/** Redocly prints one report for each description, with nothing in between. */
function run(cwd: string): Promise<Report[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Report[]>();
  const parameters = [redocly, 'lint', '--format', 'json', '--max-problems', '1000'];
  execFile(process.execPath, parameters, { cwd }, (_failed, stdout, stderr) => {
    if (stdout.startsWith('{')) resolve(JSON.parse(`[${stdout.replaceAll(/^\}\{$/gm, '},{')}]`));
    else reject(new Error(stderr));
  });
  return promise;
}

function toFinding({ message, location: [{ source, pointer }] }: Report['problems'][number]): Finding {
  return { at: source.ref + pointer, message };
}

function below(name: string, findings: readonly Finding[]): Finding[] {
  const prefix = `${name}/`;
  return findings
    .filter(({ at }) => at.startsWith(prefix))
    .map(({ at, message }) => ({ at: at.slice(prefix.length), message }));
}

/** An OpenAPI description with these members at its root. */
export function openapi(members: object, files: Description['files'] = {}): Description {
  return { root: { openapi: '3.1.0', info: { title: 't', version: '1' }, paths: {}, ...members }, files };
}

/** An OpenAPI description whose one request body has this schema. */
export function openapiWithRequest(schema: object, files: Description['files'] = {}): Description {
  const requestBody = { content: { 'application/json': { schema } } };
  return openapi({ paths: { '/send': { post: { requestBody, responses: {} } } } }, files);
}

/** An OpenAPI description whose one operation has these responses. */
export function openapiWithResponses(responses: object): Description {
  return openapi({ paths: { '/send': { post: { responses } } } });
}

/** An OpenAPI description with these component schemas. */
export function openapiWithSchemas(schemas: object): Description {
  return openapi({ components: { schemas } });
}

/** An AsyncAPI description with one message. */
export function asyncapiWithMessage(message: object, members: object = {}): Description {
  const channels = { callback: { address: 'a', messages: { status: message } } };
  return { root: { asyncapi: '3.0.0', info: { title: 't', version: '1' }, channels, ...members } };
}
