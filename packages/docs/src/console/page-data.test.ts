import { preflight } from '@cascade/client/preflight';
import { readContract, readYamlFile, repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { pageData } from './page-data.ts';

const contract = readContract();
const { templates, cascades } = pageData(contract);
const names = templates.map(({ name }) => name);

test('templates have unique names, and none is too long for a page', () => {
  expect(new Set(names).size).toBe(names.length);
  for (const { draft } of templates) expect(draft.body.length).toBeLessThan(4_000);
});

test('there is one for each case of the catalogue and its neighbour, each reason and each operation', () => {
  const cases = contract.problems.flatMap(({ cases }) => cases.map(({ name }) => name));
  const reasons = contract.reasons.map(({ reason }) => `reason=${reason}`);
  const { paths } = readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;
  };
  const operations = Object.values(paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  expect(operations.length).toBeGreaterThan(3);
  expect(names).toEqual(
    expect.arrayContaining([
      ...cases,
      ...cases.map((name) => `${name}-neighbour`),
      ...reasons,
      ...operations,
    ]),
  );
});

test('what is sent by GET has neither a body nor its type', () => {
  const reads = templates.filter(({ draft }) => draft.method === 'GET');
  expect(reads.map(({ name }) => name)).toContain('listChannelProfiles');
  for (const { draft } of reads) expect(draft).toMatchObject({ body: '', headers: '' });
});

test('what is an assumption is marked', () => {
  const assumed = templates.filter(({ isAssumed }) => isAssumed).map(({ name }) => name);
  expect(assumed).toEqual(expect.arrayContaining(['listCascades', 'setCallback', 'too-many-requests']));
  expect(assumed).not.toContain('scheduleMessage');
  expect(assumed).not.toContain('text-not-specified');
});

test('the first one is a message that passes', () => {
  const [first] = templates;
  expect(first?.name).toBe('scheduleMessage');
  expect(preflight(JSON.parse(first?.draft.body ?? ''), { cascades })).toBeUndefined();
});

test('a reason is provoked on a channel that reports it', () => {
  const found = templates.filter(({ name }) => name.startsWith('reason='));
  for (const { name, draft } of found) {
    const { subscriberFilter, content } = JSON.parse(draft.body);
    const channel = Object.keys(content)[0]?.replace('Content', '').toUpperCase() ?? '';
    const demo = contract.demoNumbers.find(({ number }) => number === subscriberFilter.address);
    expect({ name, reported: `reason=${demo?.outcomes[channel]?.reason}` }).toEqual({ name, reported: name });
  }
});
