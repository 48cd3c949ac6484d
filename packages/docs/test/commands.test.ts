import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { preflight } from '@cascade/client/preflight';
import { readContract, readText, repositoryRoot, requestOfCase } from '@cascade/contract';
import { startMock } from '@cascade/mock';
import { runShell } from '@cascade/repository/test-kit';
import { demoAccounts, startTestService } from '@cascade/service/testing';
import { readProfile, verify } from '@cascade/verifier';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { demoAccount } from '../src/console/page-data.ts';
import { loadGuides } from '../src/guides/guides.ts';
import { codePages } from '../src/pages/codes.ts';
import { readHtml } from '../src/testing/read-html.ts';
import { textOf } from '../src/tree/nodes.ts';
import { renderedSite } from './support/rendered-site.ts';

const profilePath = 'packages/verifier/profiles/mock.yaml';

const { problems } = readContract();
/** The words of each page of a code, in the order of the codes. */
let texts: readonly string[] = [];
/** The command on each of them, with the scenario that it runs. */
let commands: readonly { readonly command: string; readonly scenario: string }[] = [];

beforeAll(async () => {
  const pages = await codePages(readContract(), new Map());
  texts = pages.map(({ body }) => body.nodes.map(textOf).join(''));
  commands = texts.flatMap((text) =>
    [...text.matchAll(/npm exec -c '.* --scenarios ([\w-]+)'/g)].map(([command, scenario = '']) => ({
      command,
      scenario,
    })),
  );
});

async function mock() {
  const started = await startMock({ port: 0, control: true });
  onTestFinished(() => started.close());
  return started;
}

test('the command of a code runs as it is printed', async () => {
  const [{ command } = { command: '' }] = commands;
  const { url } = await mock();
  // The shell of a reader, on this port instead of that of `npm start`.
  const own = command.replace(/'$/, ` --target ${url}'`);
  const { stdout } = await promisify(execFile)('sh', ['-c', own], { cwd: repositoryRoot });
  expect(stdout).toContain('CONFORMANT');
}, 60_000);

test('each of them judges something, and the mock passes', async () => {
  expect(commands.length).toBeGreaterThan(20);
  const { url } = await mock();
  const profile = await readProfile(`${repositoryRoot}/${profilePath}`);
  const scenarios = [...new Set(commands.map(({ scenario }) => scenario))];
  const { verdict, inconclusive } = await verify({ target: url, profile, scenarios, seed: 1 });
  expect({ verdict, inconclusive }).toEqual({ verdict: 'conformant', inconclusive: [] });
  for (const { command } of commands) expect(command).toContain(`--profile ${profilePath}`);
}, 60_000);

test('each page says what preflight finds, with the cascades of the account and without', () => {
  const { cascades } = demoAccount();
  const told = problems.map(({ code, cases }, at) => {
    const finds = (options?: object) =>
      cases.filter((one) => preflight(requestOfCase(one).body, options)?.code === code).length;
    const alone = finds();
    const known = finds({ cascades });
    const part = known === cases.length ? 'it' : `${known} of the ${cases.length} cases`;
    const given = known > alone ? /preflight\(message, \{ cascades \}\)/ : /preflight/;
    return { code, says: known === 0 ? 'cannot find it' : `finds ${part} before`, given, text: texts[at] };
  });
  expect(new Set(told.map(({ says }) => says.slice(0, 8))).size).toBe(2);
  for (const { code, says, given, text = '' } of told) {
    const [line = ''] = /^preflight.*(?:anything is sent|only the provider knows)\.$/m.exec(text) ?? [];
    expect(line, code).toContain(says);
    expect(line, code).toMatch(given);
  }
  expect(told.find(({ code }) => code === 'cascade-not-found')?.says).toBe('finds it before');
});

/**
 * The commands of a page, as a reader copies them: a text for each block, or for each part of it after a
 * blank line.
 */
const blocksOf = (page: string) =>
  [...page.matchAll(/<code class="language-sh">(.*?)<\/code>/gs)].flatMap(([, code = '']) =>
    partsOf(readHtml(code).map(textOf).join('')),
  );
const partsOf = (block: string) => (/^SECRET=|<</.test(block) ? [block] : block.split('\n\n'));

/**
 * Blocks that other tests run as they are: those of the guides, and those of the kits, which `npm run
 * interop` types.
 */
const runElsewhere = new Set(
  [
    ...loadGuides()
      .flatMap(({ blocks }) => blocks)
      .filter(({ use }) => use !== 'show')
      .map(({ text }) => text),
    ...[...readText(repositoryRoot, 'packages/kits/README.md').matchAll(/```sh[^\n]*\n(.*?)\n```/gs)].map(
      ([, text = '']) => text,
    ),
  ].flatMap(partsOf),
);
/** The tests of the pages of the callback and of gateways run these, and others of this file. */
const isRunByItsTest =
  /^SECRET=|^curl -i https:\/\/gateway\.example|^npm exec -c |^npx @redocly\/cli respect /;
const isCurl = /^curl [^|]*http:\/\/127\.0\.0\.1:401[02]\/[^|]*$/;

/** The lines of a block, continued ones as one, without comments and what runs them in the background. */
const commandsOf = (block: string) =>
  block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) =>
      line
        .replace(/(?:^|\s)#\s.*/, '')
        .replace(/ &\s*$/, '')
        .trim(),
    )
    .filter((line) => line !== '');

const scripts: Readonly<Record<string, string>> = JSON.parse(
  readText(repositoryRoot, 'package.json'),
).scripts;
/** Of the registry, by names that their owners have: `npm run trials -- interop` runs these programs. */
const foreign = /^npx (?:@stoplight\/prism-cli|@openapitools\/openapi-generator-cli|newman) /;
/** With what the machine of a reader has: a database, a shell, the tarballs, and programs of others. */
const ofReader =
  /^(?:psql "\$ADMINISTRATOR_URL"|export |alias cascade-verify=|npm install \/tmp\/cascade\/|jq |CASCADE_KEY=… pytest |cosign )/;
/**
 * A command of ours: from the tarball, installed, or in a clone. A name alone would ask the registry, where a
 * stranger may own it.
 */
const own =
  /^(?:(?:npx (?:--no(?: --)?|--yes --package \/tmp\/cascade\/cascade-\S+\.tgz) )?cascade-|node (?:packages|node_modules\/@cascade)\/)(verif\w+|mock|service|mcp)(?:\/\S+)?(?= |$)(.*)$/;

/** What is wrong with a command that is not run here; nothing if it is right. */
async function faultOf(command: string): Promise<string | undefined> {
  if (command.startsWith('npm run '))
    return Object.hasOwn(scripts, command.split(' ')[2] ?? '') ? undefined : 'no such script';
  if (foreign.test(command) || ofReader.test(command)) return undefined;
  const [, name = '', rest = ''] = own.exec(command) ?? [];
  if (name === '') return 'nothing runs it';
  const [first = ''] = rest.trim().split(' ', 1);
  const help = await helpOf(name.replace(/^verif\w+/, 'verifier'), /^[a-z]+$/.test(first) ? first : '');
  const unknown = (rest.match(/--[a-z][a-z-]*/g) ?? []).filter((option) => !help.includes(option));
  return unknown.length === 0 ? undefined : `its help has no ${unknown.join(', ')}`;
}

const helps = new Map<string, Promise<string>>();
function helpOf(name: string, part: string): Promise<string> {
  const command = `node packages/${name}/src/cli.ts ${part} --help`;
  const help = helps.get(command) ?? runShell(command, repositoryRoot);
  helps.set(command, help);
  return help;
}

async function faultsIn(blocks: readonly string[]): Promise<readonly string[]> {
  const commands = blocks.filter(
    (block) => !runElsewhere.has(block) && !isRunByItsTest.test(block) && !isCurl.test(block),
  );
  const found = await Promise.all(
    [...new Set(commands.flatMap(commandsOf))].map(async (command) => ({
      command,
      fault: await faultOf(command),
    })),
  );
  return found.flatMap(({ command, fault }) => (fault === undefined ? [] : [`${command}: ${fault}`]));
}

test('each command that a page prints runs, here or where it is named', async () => {
  const pages = [...(await renderedSite())].filter(([file]) => file.endsWith('.html'));
  const blocks = [...new Set(pages.flatMap(([, page]) => blocksOf(page)))];
  expect(await faultsIn(blocks)).toEqual([]);
  const { url } = await mock();
  const service = await startTestService({ accounts: demoAccounts });
  onTestFinished(() => service.close());
  const curls = blocks.filter((block) => isCurl.test(block) && !runElsewhere.has(block));
  expect(curls.length).toBeGreaterThan(30);
  const sent = curls.map((block) =>
    block.replaceAll('http://127.0.0.1:4010', url).replaceAll('http://127.0.0.1:4012', service.url),
  );
  for (const command of sent) {
    const said = await runShell(command, repositoryRoot);
    expect(said, command).toMatch(/^HTTP\/1\.1 \d{3} |^\{"(?:requestId|title)"/);
  }
}, 120_000);

test('the journey among the downloads runs as it is printed, from a folder of the files', async () => {
  const site = await renderedSite();
  const [respect = ''] = blocksOf(site.get('downloads.html') ?? '').filter((block) =>
    block.includes('respect'),
  );
  const folder = mkdtempSync(join(tmpdir(), 'cascade-downloads-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, text] of site)
    if (/^[\w.-]+\.(?:yaml|json)$/.test(file)) writeFileSync(join(folder, file), text);
  const { url } = await mock();
  const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
  const here = respect.replace('npx @redocly/cli', `node '${cli}'`).replace('http://127.0.0.1:4010', url);
  expect(await runShell(here, folder)).toMatch(/Workflows: 1 passed/);
}, 120_000);

test('a command that would not run is found', async () => {
  const wrong = ['npx cascade-verify --fast', 'cascade-mock --prot 1', 'npm run no-such-script', 'make all'];
  const markup = wrong.map((one) => `<code class="language-sh">${one}</code>`).join('');
  expect(await faultsIn(blocksOf(markup))).toEqual([
    'npx cascade-verify --fast: nothing runs it',
    'cascade-mock --prot 1: its help has no --prot',
    'npm run no-such-script: no such script',
    'make all: nothing runs it',
  ]);
});

test('no page names a command of ours with npx alone, which would ask the registry for a stranger', async () => {
  const found = [...(await renderedSite())].flatMap(([file, text]) =>
    (text.match(/npx (?:-y |--yes )?cascade-[\w-]*/g) ?? []).map((one) => `${file}: ${one}`),
  );
  expect(found).toEqual([]);
});

test('each script of npm and each program of the repository that a page names is there', async () => {
  const texts = [...(await renderedSite())].filter(([file]) => file.endsWith('.md')).map(([, text]) => text);
  const all = (pattern: RegExp) => [
    ...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))),
  ];
  const named = all(/npm run (?:--\w+ )?([\w:-]+)/g);
  const files = all(/node ((?:packages|examples|tools)\/[\w./-]+)/g);
  expect(named.length + files.length).toBeGreaterThan(10);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  expect(files.filter((file) => !existsSync(join(repositoryRoot, file)))).toEqual([]);
});
