import { expect, test } from 'vitest';
import { neighbourRequest, requestOfCase } from './case-request.ts';
import type { Neighbour, ProblemCase } from './entries.ts';

const headers = { 'content-type': 'application/json', 'x-api-key': 'demo-key' };

function caseWith(request: ProblemCase['request'], neighbour: Omit<Neighbour, 'says'>): ProblemCase {
  return { name: 'one', summary: 'One', clauses: [], request, neighbour: { says: 'Edit.', ...neighbour } };
}

test('what a case leaves out is filled in', () => {
  const one = caseWith({ body: {} }, { op: 'remove', path: '/body' });
  expect(requestOfCase(one)).toEqual({ method: 'POST', path: '/api/cascade/schedule', headers, body: {} });
});

test.each([
  ['add', { a: {} }, { op: 'add', path: '/body/a/b', value: 1 }, { a: { b: 1 } }],
  ['replace', { a: 1 }, { op: 'replace', path: '/body/a', value: 2 }, { a: 2 }],
  ['remove', { a: [1, 2] }, { op: 'remove', path: '/body/a/0' }, { a: [2] }],
  ['move', { a: 1 }, { op: 'move', from: '/body/a', path: '/body/b' }, { b: 1 }],
] as const)('%s edits the neighbour and leaves the provoking request alone', (_, body, edit, edited) => {
  const one = caseWith({ body }, edit);
  expect(neighbourRequest(one).body).toEqual(edited);
  expect(requestOfCase(one).body).toEqual(body);
});

test('repeat is carried out unless the edit removes it', () => {
  const request = { body: { text: 'short' }, repeat: { at: '/body/text', text: 'ab', times: 3 } };
  const one = caseWith(request, { op: 'remove', path: '/repeat' });
  expect(requestOfCase(one).body).toEqual({ text: 'ababab' });
  expect(neighbourRequest(one).body).toEqual({ text: 'short' });
});

test('an edit that leads nowhere is an error', () => {
  const one = caseWith({ body: {} }, { op: 'add', path: '/body/a/b', value: 1 });
  expect(() => neighbourRequest(one)).toThrow('/body/a/b leads nowhere');
});
