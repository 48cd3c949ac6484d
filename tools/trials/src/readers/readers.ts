import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { commandLine, runCommand } from '@cascade/contract/command-line';
import { startMock } from '@cascade/mock';
import { runProgram, serve } from '@cascade/repository/test-kit';
import { partOfPage } from '@cascade/repository/test-kit/recorded';
import { type Command, type EndedCommand, runAll, runOne } from '../interop/run-command.ts';

const verifier = fileURLToPath(new URL('../', import.meta.resolve('@cascade/verifier')));

const recipesFile = pathToFileURL(join(verifier, 'CI.md'));
const actionFile = join(verifier, 'action.yml');

/** The recipes for CI, as their page shows them. */
type Recipes = Awaited<ReturnType<typeof readRecipes>>;

export async function readRecipes() {
  const page = await readFile(recipesFile, 'utf8');
  const action = await readFile(actionFile, 'utf8');
  const workflows = blocks(page, 'yaml').filter((text) => text.includes('runs-on:'));
  const gitlab = only(blocks(page, 'yaml').filter((text) => text.includes('artifacts:')));
  const jenkins = only(blocks(page, 'groovy'));
  const digest = createHash('sha256')
    .update(JSON.stringify([workflows, gitlab, jenkins, action]))
    .digest('hex');
  return {
    /** Workflows of GitHub Actions. */
    github: workflows.map((text) => (/^on:/m.test(text) ? text : `on: push\n${text}`)),
    gitlab,
    jenkins,
    /** Changes with every recipe and with the action. */
    digest: digest.slice(0, 16),
  };
}

function blocks(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, text = '']) => text,
  );
}

function only(texts: readonly string[]): string {
  const [text, ...more] = texts;
  if (text === undefined || more.length > 0)
    throw new Error(`CI.md: expected one recipe, found ${texts.length}`);
  return text;
}

const resultsFile = new URL('../../results/readers.json', import.meta.url);

/** What a program found. */
interface Reading {
  readonly name: string;
  readonly version: string;
  readonly reads: string;
  readonly verdict: 'accepted' | 'refused';
  readonly says: string;
}

interface Results {
  /** Of the recipes that were read. */
  readonly digest: string;
  readonly readings: readonly Reading[];
}

const part = partOfPage(recipesFile, 'readers', '`npm run trials -- readers --write`');

export async function readReadings(): Promise<Results> {
  return JSON.parse(await readFile(resultsFile, 'utf8'));
}

/** The results as Markdown. */
export function readingsTable({ readings }: Results): string {
  const rows = readings.map(
    ({ name, version, reads, verdict, says }) => `| ${name} ${version} | ${reads} | ${verdict}: ${says} |`,
  );
  return `\n| program | reads | verdict |\n|---|---|---|\n${rows.join('\n')}\n\n`;
}

/** The table as the page has it. */
export const readTable = part.read;

async function writeResults(results: Results): Promise<void> {
  await writeFile(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`);
  part.write(readingsTable(results));
}

/** What a run left, in the forms that other programs read, and what these must find. */
export type Reports = Awaited<ReturnType<typeof judge>>;

/** Judges the mock, a provider that accepts everything, and an address without a provider. */
export async function makeReports(folder: string): Promise<readonly Reports[]> {
  const mock = await startMock({ port: 0 });
  const careless = await serve((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  });
  try {
    return [
      await judge(folder, 'conformant', mock.url),
      await judge(folder, 'non-conformant', careless.url),
      await judge(folder, 'could-not-judge', 'http://127.0.0.1:1'),
    ];
  } finally {
    await careless.close();
    await mock.close();
  }
}

async function judge(root: string, name: string, target: string) {
  const folder = join(root, name);
  await mkdir(folder, { recursive: true });
  const [json, junit, sarif] = ['json', 'xml', 'sarif'].map((ending) => join(folder, `report.${ending}`));
  if (json === undefined || junit === undefined || sarif === undefined) throw new Error('unreachable');
  const phases = ['--phases', 'boundaries,order,text,state'];
  const outputs = ['--json', json, '--junit', junit, '--sarif', sarif];
  const args = ['--profile', join(verifier, 'profiles/mock.yaml'), '--target', target, '--seed', '1'];
  const { err } = await runProgram(
    process.execPath,
    [join(verifier, 'src/cli.ts'), ...args, ...phases, ...outputs],
    // The place of the profile is relative to this folder.
    { cwd: verifier },
  );
  const report = JSON.parse(await readFile(json, 'utf8'));
  if (report.verdict !== name) throw new Error(`expected ${name}, got ${report.verdict}: ${err}`);
  const count = (...verdicts: string[]) =>
    report.scenarios.filter(({ verdict }: { verdict: string }) => verdicts.includes(verdict)).length;
  const errors = report.reason === undefined ? 0 : 1;
  return {
    name,
    junit,
    sarif,
    tests: report.scenarios.length + errors,
    failures: count('mismatch'),
    skipped: count('inconclusive', 'not-judged'),
    errors,
  };
}

/** What there is to read. */
export interface Readable {
  readonly recipes: Recipes;
  readonly reports: readonly Reports[];
}

/** A program that reads recipes or reports. */
export interface Reader {
  readonly name: string;
  readonly version: string;
  readonly reads: string;
  /** Installs into the folder. */
  readonly install: (room: string) => readonly Command[];
  /** Reads everything; resolves with what it found to be in order. @throws {Error} with what is not. */
  readonly read: (room: string, readable: Readable) => Promise<string>;
}

const npm =
  (...packages: string[]) =>
  (): readonly Command[] => [['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', ...packages]];
const bin = (room: string, name: string) => join(room, 'node_modules/.bin', name);

export const readers: readonly Reader[] = [
  {
    name: 'actionlint',
    version: '1.7.8',
    reads: 'workflows',
    install: (room) => [
      ['env', `GOBIN=${room}`, 'go', 'install', 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.8'],
    ],
    async read(room, { recipes }) {
      const files = await writeWorkflows(room, recipes);
      await must([join(room, 'actionlint'), '-color=false', ...files], room);
      return `${files.length} workflows without a remark`;
    },
  },
  {
    name: '@action-validator/cli',
    version: '0.6.0',
    reads: 'workflows and action.yml, by the schemas of SchemaStore',
    install: npm('@action-validator/core@0.6.0', '@action-validator/cli@0.6.0'),
    async read(room, { recipes }) {
      const files = await writeWorkflows(room, recipes);
      for (const file of [...files, actionFile]) await must([bin(room, 'action-validator'), file], room);
      return `${files.length} workflows and action.yml valid`;
    },
  },
  {
    name: 'gitlab-ci-local',
    version: '4.75.1',
    reads: 'the recipe for GitLab, by the schema of GitLab',
    install: npm('gitlab-ci-local@4.75.1'),
    async read(room, { recipes }) {
      const folder = join(room, 'gitlab');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, '.gitlab-ci.yml'), recipes.gitlab);
      await must(['git', 'init', '--quiet', '.'], folder);
      const { out, err } = await must([bin(room, 'gitlab-ci-local'), '--list'], folder);
      if (!/json schema validated/.test(`${out}${err}`) || !/^contract\s/m.test(out))
        throw new Error(`it lists no job contract:\n${out}`);
      return 'valid, with the job contract';
    },
  },
  {
    name: 'Apache Groovy (of npm-groovy-lint)',
    version: '4.0.26',
    reads: 'the syntax of the Jenkinsfile',
    install: npm('npm-groovy-lint@18.0.0'),
    async read(room, { recipes }) {
      const file = join(room, 'Jenkinsfile.groovy');
      await writeFile(file, recipes.jenkins);
      const jar = join(room, 'node_modules/npm-groovy-lint/lib/java/groovy/lib/groovy-4.0.26.jar');
      const compiler = 'org.codehaus.groovy.tools.FileSystemCompiler';
      await must(['java', '-cp', jar, compiler, '-d', join(room, 'classes'), file], room);
      return 'compiles; Jenkins checks steps and plug-ins only on a server, so they are not checked';
    },
  },
  {
    name: '@microsoft/sarif-multitool',
    version: '5.7.0',
    reads: 'SARIF',
    // The package makes its program executable in a script, which npm no longer runs unasked.
    install: (room) => [
      ...npm('@microsoft/sarif-multitool@5.7.0')(),
      ['chmod', 'u+x', join(room, 'node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool')],
    ],
    async read(room, { reports }) {
      const warnings = new Set<string>();
      for (const { sarif } of reports) {
        const { out } = await must([bin(room, 'sarif-multitool'), 'validate', sarif], room);
        if (/: error /.test(out)) throw new Error(out);
        for (const [, rule = ''] of out.matchAll(/: warning (\w+)/g)) warnings.add(rule);
      }
      const told = warnings.size === 0 ? '' : `; warnings: ${[...warnings].join(', ')}`;
      // SARIF2005 asks for an address of the tool, which there is only with --docs.
      return `${reports.length} logs without an error${told}`;
    },
  },
  {
    name: 'junitparser',
    version: '5.0.3',
    reads: 'JUnit, in Python',
    install: (room) => [
      ['python3', '-m', 'venv', join(room, 'python')],
      [join(room, 'python/bin/pip'), 'install', '--quiet', 'junitparser==5.0.3'],
    ],
    read: (room, { reports }) =>
      countEach(reports, ({ junit }) => [join(room, 'python/bin/python'), '-c', inPython, junit], room),
  },
  {
    name: 'junit2json',
    version: '4.0.0',
    reads: 'JUnit, in JavaScript',
    install: npm('junit2json@4.0.0'),
    async read(room, { reports }) {
      const program = join(room, 'count.mjs');
      await writeFile(program, inJavaScript);
      return countEach(reports, ({ junit }) => ['node', program, junit], room);
    },
  },
  {
    name: 'xunit-viewer',
    version: '10.6.1',
    reads: 'JUnit, into a page',
    install: npm('xunit-viewer@10.6.1'),
    async read(room, { reports }) {
      for (const { name, junit } of reports) {
        const folder = join(room, 'viewer', name);
        await mkdir(folder, { recursive: true });
        await copyFile(junit, join(folder, 'report.xml'));
        const page = join(folder, 'page.html');
        await must(
          [bin(room, 'xunit-viewer'), '--results', join(folder, 'report.xml'), '--output', page],
          room,
        );
        await must(['test', '-s', page], room);
      }
      return `a page of each of ${reports.length}`;
    },
  },
];

const inPython = `
import sys, json, junitparser
results = [r for suite in junitparser.JUnitXml.fromfile(sys.argv[1]) for case in suite for r in [case.result]]
kinds = [[type(entry).__name__ for entry in result] for result in results]
count = lambda kind: sum(kind in each for each in kinds)
print(json.dumps([len(results), count("Failure"), count("Skipped"), count("Error")]))
`;

const inJavaScript = `
import { readFileSync } from 'node:fs';
import { parse } from 'junit2json';
const { testsuite } = await parse(readFileSync(process.argv[2], 'utf8'));
const cases = testsuite.flatMap(({ testcase }) => testcase);
const count = (kind) => cases.filter((each) => each[kind] !== undefined).length;
console.log(JSON.stringify([cases.length, count('failure'), count('skipped'), count('error')]));
`;

/** Has each report counted, and compares. */
async function countEach(
  reports: readonly Reports[],
  commandOf: (report: Reports) => Command,
  room: string,
): Promise<string> {
  let cases = 0;
  for (const report of reports) {
    const { tests, failures, skipped, errors } = report;
    const { out } = await must(commandOf(report), room);
    const expected = JSON.stringify([tests, failures, skipped, errors]);
    const counted = JSON.stringify(JSON.parse(out));
    if (counted !== expected)
      throw new Error(
        `${report.name}: expected ${expected} tests, failures, skipped and errors; it counts ${counted}`,
      );
    cases += tests;
  }
  return `counts the same as we do: ${cases} cases in ${reports.length} reports`;
}

async function writeWorkflows(room: string, { github }: Recipes): Promise<readonly string[]> {
  const folder = join(room, '.github/workflows');
  await mkdir(folder, { recursive: true });
  return Promise.all(
    github.map(async (text, at) => {
      const file = join(folder, `recipe-${at + 1}.yml`);
      await writeFile(file, text);
      return file;
    }),
  );
}

async function must(command: Command, cwd: string): Promise<EndedCommand> {
  const ended = await runOne(command, { cwd });
  if (ended.code !== 0) throw new Error(`${command[0]} ended with ${ended.code}: ${ended.end}`);
  return ended;
}

const command = commandLine(
  'npm run trials -- readers',
  `Has other programs read the recipes for CI (packages/verifier/CI.md, action.yml), and the JUnit and SARIF of three runs:
of the mock, of a provider that accepts everything, and of an address without a provider. They are fetched from their
registries at fixed versions, into reports/readers. Needs Go, Java, Python and git.`,
  `Example:
  npm run trials -- readers --only actionlint

Ends with 1 if a program refuses something.`,
)
  .option('--only <text>', 'only the programs whose name contains it', '')
  .option('--write', 'replaces results/readers.json and the table in CI.md');

const room = fileURLToPath(new URL('../../reports/readers/', import.meta.url));

async function main(only: string, writes: boolean): Promise<number> {
  // What is tried takes minutes, so that other work of the machine goes first. Commands inherit it.
  setPriority(15);
  const recipes = await readRecipes();
  const reports = await makeReports(join(room, 'reports'));
  const readings: Reading[] = [];
  for (const reader of readers.filter(({ name }) => name.includes(only))) {
    const reading = await tryReader(reader, { recipes, reports });
    readings.push(reading);
    process.stdout.write(`${reading.name} ${reading.version}: ${reading.verdict}: ${reading.says}\n`);
  }
  if (writes) await writeResults({ digest: recipes.digest, readings });
  return readings.every(({ verdict }) => verdict === 'accepted') ? 0 : 1;
}

async function tryReader(reader: Reader, readable: Readable): Promise<Reading> {
  const { name, version, reads } = reader;
  const folder = join(room, name.replaceAll(/\W+/g, '-'));
  await mkdir(folder, { recursive: true });
  // Otherwise npm takes the folder for a part of the workspace.
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  try {
    const failure = await runAll(reader.install(folder), folder);
    if (failure !== undefined) throw new Error(`not installed: ${failure}`);
    return { name, version, reads, verdict: 'accepted', says: await reader.read(folder, readable) };
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return { name, version, reads, verdict: 'refused', says: says.replaceAll(/\s+/g, ' ') };
  }
}

if (import.meta.main)
  process.exitCode = await runCommand(command, ({ only, write: writes = false }) => {
    if (writes && only !== '') command.error('error: --write needs all programs: leave out --only');
    return main(only, writes);
  });
