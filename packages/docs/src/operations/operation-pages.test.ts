import { expect, test } from 'vitest';
import { readDescribed } from '../description/read-description.ts';
import { operationPages } from './operation-pages.ts';
import { readCalls } from './read-calls.ts';

const { openapi, lists, contract } = readDescribed();
const calls = readCalls(openapi, lists, contract);
const [overview, ...pages] = operationPages(calls, openapi, contract);
const textOf = (id: string) => pages.find(({ file }) => file === `operations/${id}.html`)?.body.text ?? '';

test('each operation has a page, which the overview links', () => {
  expect(pages.map(({ file }) => file)).toEqual(calls.map(({ id }) => `operations/${id}.html`));
  for (const { file } of pages) expect(overview?.body.text).toContain(`href="/${file}"`);
});

test('each example of an answer is on the page of its operation, once', () => {
  for (const { id, answers, steps } of calls) {
    const refused = answers.filter(({ status }) => Number(status) >= 400);
    const named = refused.flatMap(({ examples }) => examples.map(({ name }) => name));
    const shown = steps.flatMap(({ problems }) =>
      problems.flatMap(({ examples }) => examples.map(({ name }) => name)),
    );
    expect(shown.toSorted(), id).toEqual(named.toSorted());
  }
});

test('an operation without a body has its query, and nothing of a body', () => {
  const page = textOf('listChannelProfiles');
  expect(page).toContain('<code>?types=SMS,CHATTWO</code>');
  expect(page).toContain('URL, method, key, rate and load, in this order. A body is not looked at.');
  expect(page).not.toMatch(/content-type: application\/json<|id="body"|undefined/);
  expect(textOf('listTemplates')).not.toContain('id="query"');
  expect(calls.find(({ id }) => id === 'listChannelProfiles')?.steps.map(({ id }) => id)).toEqual([
    'before',
    'body-rules',
    'any-time',
  ]);
});

test('errors come in the order of the checks', () => {
  const scheduling = calls.find(({ id }) => id === 'scheduleMessage');
  const statuses = (id: string) =>
    scheduling?.steps.find((step) => step.id === id)?.problems.map(({ problem }) => problem.status);
  expect(scheduling?.steps.map(({ id }) => id)).toEqual([
    'before',
    'rule-1',
    'rule-2',
    'rule-3',
    'rule-4',
    'rule-5',
    'any-time',
  ]);
  expect(statuses('before')).toEqual([404, 405, 401, 429, 415, 413, 503]);
  expect(statuses('any-time')).toEqual([500]);
  expect(calls.find(({ id }) => id === 'setCallback')?.steps.map(({ id }) => id)).toEqual([
    'before',
    'body-rules',
    'any-time',
  ]);
});

test('a member says when it is required, its limits with their codes, and the values of its list', () => {
  const members = calls.flatMap(({ request }) => request.flatMap((shape) => shape.members));
  const member = (id: string) => members.find((one) => one.id === id);
  expect(member('ChannelContent.text')).toMatchObject({
    requiredFor: [{ value: 'TEXT', provenance: 'documented', code: 'text-not-specified' }],
    limits: [{ says: 'not empty', code: 'text-not-specified' }],
  });
  expect(member('SchedulingRequest.content')).toMatchObject({
    required: true,
    missing: 'content-not-specified',
  });
  expect(member('ChattwoContent.buttons')?.limits.map(({ says }) => says)).toEqual([
    'at most 10 entries',
    'at most 2 of type URL',
    'at most 1 of type PHONE',
  ]);
  expect(textOf('scheduleMessage')).toContain('<code>LIST_PICKER</code>');
  for (const { body } of pages) expect(body.text).not.toMatch(/string or string|maxLength/);
});

test('each operation has samples in six languages, and a link that opens it in the console', () => {
  for (const { id } of calls) {
    expect(textOf(id).match(/class="tab"/g)).toHaveLength(6);
    expect(textOf(id)).toContain(`href="/console.html#${id}"`);
  }
});

test('an operation and a field say in which version they changed last, and link how', () => {
  const changes = new Map([
    ['scheduleMessage', [{ version: '0.2.0', href: '/changelog.html#a', isBreaking: true }]],
    ['SchedulingRequest.comment', [{ version: '0.3.0', href: '/changelog.html#b', isBreaking: false }]],
  ]);
  const changed = operationPages(calls, openapi, contract, changes);
  const page = changed.find(({ file }) => file.endsWith('scheduleMessage.html'))?.body.text ?? '';
  expect(
    [...page.matchAll(/class="(changed-in[^"]*)" href="([^"]*)">([^<]*)/g)].map((found) => found.slice(1)),
  ).toEqual([
    ['changed-in breaking', '/changelog.html#a', 'Changed in 0.2.0'],
    ['changed-in', '/changelog.html#b', 'Changed in 0.3.0'],
  ]);
});
