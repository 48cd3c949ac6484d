import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryRoot } from '@cascade/contract';
import { startMock } from '@cascade/mock';
import { runProgram, runShell } from '@cascade/repository/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { interpreters } from '../../test/support/interpreters.ts';
import { readDescribed } from '../description/read-description.ts';
import { readCalls } from '../operations/read-calls.ts';
import { sampleServers } from '../samples/servers.ts';
import { readHtml } from '../testing/read-html.ts';
import { textOf } from '../tree/nodes.ts';
import { controlPages } from './control-pages.ts';

const { control, contract } = readDescribed();
const calls = readCalls(control, [], contract);
const [overview, ...pages] = controlPages(calls, control);
const textsOf = (language: string) =>
  pages.map(({ body }) => {
    const [, code = ''] =
      new RegExp(`<code class="language-${language}">(.*?)</code>`, 's').exec(body.text) ?? [];
    return readHtml(code).map(textOf).join('');
  });

/** A mock without state, and code that asks it. */
async function onFreshMock(samples: readonly string[]): Promise<readonly string[]> {
  const mock = await startMock({ port: 0, control: true });
  onTestFinished(() => mock.close());
  return samples.map((text) => text.replaceAll(String(sampleServers.mock), mock.url));
}

test('each operation has a page, which the overview links below the name of its tag', () => {
  expect(pages.map(({ file }) => file)).toEqual(calls.map(({ id }) => `control/${id}.html`));
  expect(calls.length).toBeGreaterThan(5);
  for (const { file, under } of pages) {
    expect(overview?.body.text).toContain(`href="/${file}"`);
    expect(under).toBe(overview?.file);
  }
  expect(overview?.body.text).toContain('<h3 id="tag-behaviours">Behaviours</h3>\n<p>What happens');
});

test('a page says once that everything on it is assumed', () => {
  for (const { file, body, isAssumed } of [...pages, ...(overview === undefined ? [] : [overview])]) {
    expect(body.text.match(/class="badge assumed"/g), file).toHaveLength(1);
    expect(body.text.match(/ADR-0062\.html/g), file).toHaveLength(1);
    expect(body.text).not.toMatch(/class="badge documented"|<p><\/p>/);
    expect(isAssumed).toBe(true);
  }
});

test('a page has every field with type, presence and limits, and every response, each once', () => {
  const page = pages.find(({ file }) => file.endsWith('createBehaviour.html'))?.body.text ?? '';
  expect(page).toMatch(
    /id="Share.of".*?<span class="type">number<\/span>.{0,80}<strong class="required">required/s,
  );
  expect(page).toMatch(
    /id="NewBehaviour.fault".*?<li class="">one of accept-and-lose, drop, torn, proxy-error/s,
  );
  expect(page).toMatch(/id="NewBehaviour.delaySeconds".*?at least 0<.*?at most 60</s);
  for (const status of ['201', '404', '409', 'default']) expect(page).toContain(`id="answer-${status}"`);
  for (const { file, body } of pages) {
    const ids = [...body.text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids, file).toEqual([...new Set(ids)]);
  }
});

test('the example of a response with any other status has the status of its problem', () => {
  for (const { body } of pages) {
    const words = body.nodes.map(textOf).join('');
    expect(words).not.toContain('HTTP/1.1 default');
    expect(words).toMatch(/Any other.*HTTP\/1\.1 400\n/s);
  }
});

/** Registers a callback for the account of the samples, so that one of them can send to it. */
const registration = `
import { createMockControl } from '@cascade/mock/control';
const change = { account: 'lost-answer', addKey: {} };
const { addedKey } = await createMockControl('${sampleServers.mock}').setAccount(change);
const { status } = await fetch('${sampleServers.mock}/api/callback/set', {
  method: 'POST',
  headers: { 'x-api-key': addedKey, 'content-type': 'application/json' },
  body: JSON.stringify({ statusCallbackUrl: 'http://127.0.0.1:9/' }),
});
if (status !== 200) throw new Error(String(status));
`;

/** A folder for programs, below this package so that Node resolves the client. */
function programFolder(): string {
  const reports = fileURLToPath(new URL('../../reports', import.meta.url));
  mkdirSync(reports, { recursive: true });
  const folder = mkdtempSync(join(reports, 'control-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}

const sends = calls.findIndex(({ id }) => id === 'sendCallback');

test('the curl commands succeed in the order of the description', async () => {
  const file = join(programFolder(), 'register.ts');
  const register = `node '${file}' && echo HTTP/1.1 200 OK`;
  const [program = '', ...commands] = await onFreshMock([registration, ...textsOf('sh')]);
  writeFileSync(file, program);
  for (const command of commands.toSpliced(sends, 0, register))
    expect(await runShell(command, repositoryRoot), command).toMatch(/^HTTP\/1\.1 20\d /);
}, 60_000);

test('the programs in TypeScript use the client of the control, and succeed in the same order', async () => {
  const samples = textsOf('ts');
  // The inspector is for browsers: the client has no call for it.
  for (const text of samples.filter((one) => !one.includes('/control/inspector')))
    expect(text).toContain("from '@cascade/mock/control'");
  const folder = programFolder();
  const programs = await onFreshMock(samples.toSpliced(sends, 0, registration));
  const { program, args } = interpreters.ts.prepare(programs, folder);
  const { code, out, err } = await runProgram(program, args, { cwd: folder });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain("name: 'lost-answer'");
}, 60_000);

test('an operation that the description gets has a page, in TypeScript with fetch until the client has it', () => {
  const schema = { $ref: '#/components/schemas/Weather' };
  const examples = { rain: { summary: 'Rain', value: { millimetres: 3 } } };
  const post = {
    operationId: 'setWeather',
    summary: 'Set the weather',
    tags: ['Weather'],
    requestBody: { description: 'What to set.', content: { 'application/json': { schema, examples } } },
    responses: { '204': { description: 'Done.' } },
  };
  const properties = { millimetres: { type: 'number', minimum: 0, description: 'How much.' } };
  const description = {
    openapi: '3.1.0',
    paths: { '/control/weather': { post } },
    components: { schemas: { Weather: { type: 'object', properties } } },
  };
  const [list, page] = controlPages(readCalls(description, [], contract), description);
  expect(list?.body.text).toContain('href="/control/setWeather.html"');
  const words = (page?.body.nodes ?? []).map(textOf).join('');
  expect(words).toMatch(/millimetres number.*at least 0/s);
  expect(words).toContain("await fetch('http://127.0.0.1:4010/control/weather'");
});
