import { randomUUID } from 'node:crypto';
import { releaseFiles } from '@cascade/contract/bundle';
import { startMock } from '@cascade/mock';
import { expect, onTestFinished, test } from 'vitest';

const { text = '' } = releaseFiles().find(({ path }) => path.endsWith('/cascade.http')) ?? {};
const file = readHttpFile(text);

test('the mock answers every request of the .http file as expected, twice', async () => {
  const mock = await startMock({ port: 0, log: () => {} });
  onTestFinished(() => mock.close());
  for (const run of ['first', 'second']) {
    const results = await sendHttpFile(file, { baseUrl: mock.url });
    expect(
      results.filter((result) => !isExpected(result)),
      `the ${run} run`,
    ).toEqual([]);
    expect(results.length).toBe(file.requests.length);
  }
});

test('an answer is expected only if status and title are', () => {
  const expects = '400 text-not-specified or other';
  expect(isExpected({ title: '', expects, answered: '400 other' })).toBe(true);
  expect(isExpected({ title: '', expects, answered: '401 other' })).toBe(false);
  expect(isExpected({ title: '', expects, answered: '2xx' })).toBe(false);
  expect(isExpected({ title: '', expects: '2xx', answered: '400 other' })).toBe(false);
});

test('a request without an expected answer is a fault of the file', () => {
  expect(() => readHttpFile('@a = 1\n\n### one\nPOST {{a}}\n\n{}')).toThrow('after «### one');
});

/** A request of an .http file, its variables not yet filled in. */
interface HttpFileRequest {
  /** The text after `###`. */
  readonly title: string;
  /** The name that other requests refer to. */
  readonly name?: string;
  readonly expects: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An .http file: `@name = value` lines, then requests that `###` separates. */
interface HttpFile {
  readonly variables: Readonly<Record<string, string>>;
  readonly requests: readonly HttpFileRequest[];
}

/** Reads the subset of the format that cascade.http uses. @throws {Error} on anything else. */
function readHttpFile(text: string): HttpFile {
  const [head = '', ...sections] = text.split(/^### /m);
  const variables = [...head.matchAll(/^@(\w+) = (.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
  return { variables: Object.fromEntries(variables), requests: sections.map(readSection) };
}

function readSection(section: string): HttpFileRequest {
  const [head = '', ...rest] = section.split('\n\n');
  const lines = head.split('\n');
  const start = lines.findIndex((line, index) => index > 0 && !line.startsWith('#'));
  const [title = ''] = lines;
  const comments = lines.slice(1, start).join('\n');
  const [, method, url] = /^([A-Z]+) (\S+)$/.exec(lines[start] ?? '') ?? [];
  const [, expects] = /^# expect (.+)$/m.exec(comments) ?? [];
  const [, name] = /^# @name (\w+)$/m.exec(comments) ?? [];
  if (method === undefined || url === undefined || expects === undefined)
    throw new Error(`expected «# expect …» and «METHOD URL» after «### ${title}»`);
  return {
    title,
    ...(name === undefined ? {} : { name }),
    expects,
    method,
    url,
    headers: Object.fromEntries(lines.slice(start + 1).map(readHeader)),
    body: rest.join('\n\n').trim(),
  };
}

function readHeader(line: string): readonly [string, string] {
  const [, name, value] = /^([\w-]+): (.+)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`expected «name: value», found «${line}»`);
  return [name, value];
}

/** The title of a request, the expected answer and the received one, in the same words. */
interface HttpFileResult {
  readonly title: string;
  readonly expects: string;
  readonly answered: string;
}

const secondsToAnswer = 30;

/** Sends all requests in their order, with these values instead of those of the file. */
async function sendHttpFile(
  { variables, requests }: HttpFile,
  values: Readonly<Record<string, string>>,
): Promise<readonly HttpFileResult[]> {
  const known = new Map(Object.entries({ ...variables, ...values }));
  const results: HttpFileResult[] = [];
  for (const request of requests) {
    const { title, expects } = request;
    results.push({ title, expects, answered: await send(request, known) });
  }
  return results;
}

async function send(request: HttpFileRequest, known: Map<string, string>): Promise<string> {
  const { method, url, headers, body, name } = request;
  const filled = Object.entries(headers).map(([header, value]) => [header, fillIn(value, known)] as const);
  const answer = await fetch(fillIn(url, known), {
    method,
    headers: Object.fromEntries(filled),
    ...(body === '' ? {} : { body: fillIn(body, known) }),
    signal: AbortSignal.timeout(secondsToAnswer * 1_000),
  });
  const content: unknown = await answer.json();
  if (name !== undefined) keep(name, content, known);
  return answer.ok ? '2xx' : `${answer.status} ${memberOf(content, 'title')}`;
}

/**
 * Whether the answer is one of those that the file expects: `2xx`, or a status and its titles joined by `or`.
 */
function isExpected({ expects, answered }: HttpFileResult): boolean {
  const [, status, titles] = /^(\d{3}) (.+)$/.exec(expects) ?? [];
  return titles === undefined
    ? expects === answered
    : titles.split(' or ').some((title) => `${status} ${title}` === answered);
}

function keep(name: string, content: unknown, known: Map<string, string>): void {
  if (typeof content !== 'object' || content === null) return;
  for (const [member, value] of Object.entries(content))
    known.set(`${name}.response.body.$.${member}`, String(value));
}

function memberOf(content: unknown, name: string): string {
  const found = typeof content === 'object' && content !== null ? Object.entries(content) : [];
  return String(found.find(([member]) => member === name)?.[1]);
}

function fillIn(text: string, known: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\{\{([^{}]+)\}\}/g, (_, name: string) => {
    const value = name === '$guid' ? randomUUID() : known.get(name);
    if (value === undefined) throw new Error(`{{${name}}} has no value`);
    return value;
  });
}
