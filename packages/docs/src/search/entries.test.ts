import { readContract, readText, repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { readFields, readOperations } from '../description/read-description.ts';
import { searchEntries } from './entries.ts';

const contract = readContract();
const description: unknown = JSON.parse(readText(repositoryRoot, 'spec/generated/openapi.json'));
const entries = searchEntries({
  contract,
  operations: readOperations(description),
  fields: readFields(description),
  guides: [],
});
const namesOf = (wanted: string) => entries.filter(({ kind }) => kind === wanted).map(({ name }) => name);

test('every code, reason, clause and decision has an entry', () => {
  expect(namesOf('code')).toEqual(contract.problems.map(({ code }) => code));
  expect(namesOf('reason')).toEqual(contract.reasons.map(({ reason }) => reason));
  expect(namesOf('clause')).toEqual([...contract.clauses.keys()].map((id) => `§${id}`));
  expect(namesOf('decision')).toHaveLength(contract.decisions.length);
});

test('operations and fields have entries, also fields below allOf', () => {
  expect(namesOf('operation')).toEqual(
    expect.arrayContaining(['POST /api/cascade/schedule', 'webhook messageStatus']),
  );
  expect(entries.map(({ url }) => url)).toEqual(
    expect.arrayContaining([
      'reference.html#SchedulingRequest.requestId',
      'reference.html#ChattwoContent.buttons',
    ]),
  );
});

test('the other spelling of a reason is part of its entry', () => {
  expect(entries.find(({ text }) => text.includes('not-template-match'))?.name).toBe('no-template-match');
});

test('no two entries have the same URL', () => {
  expect(new Set(entries.map(({ url }) => url)).size).toBe(entries.length);
});
