import { expect, test } from 'vitest';
import { readDescribed } from '../description/read-description.ts';
import { html } from '../tree/html.ts';
import { searchEntries, synonymKeys } from './entries.ts';

const described = readDescribed();
const { contract } = described;
const body = html`<p>Text</p><h2 id="a-part">A <code>part</code></h2><p>Below &lt;it&gt;.</p><pre>no</pre>`;
const site = {
  ...described,
  terms: [
    { term: 'case', means: 'a smallest request', avoid: ['sample'] },
    { term: 'event time', means: 'the `statusAt` of an event', avoid: [] },
  ],
  downloads: [],
  pages: [
    { file: 'limits.html', title: 'Limits', lead: 'Every maximum.', body },
    { file: 'send.html', title: 'Send a message', lead: 'You send.', body, under: 'guides.html' },
  ],
};
const entries = searchEntries(site);
const namesOf = (wanted: string) => entries.filter(({ kind }) => kind === wanted).map(({ name }) => name);

test('every code, reason, clause and decision has an entry', () => {
  expect(namesOf('code')).toEqual(contract.problems.map(({ code }) => code));
  expect(namesOf('reason')).toEqual(contract.reasons.map(({ reason }) => reason));
  expect(namesOf('clause')).toEqual([...contract.clauses.keys()].map((id) => `§${id}`));
  expect(namesOf('decision')).toHaveLength(contract.decisions.length);
});

test('operations and fields have entries, also fields below allOf', () => {
  expect(namesOf('operation')).toEqual(
    expect.arrayContaining(['POST /api/cascade/schedule', 'messageStatus']),
  );
  expect(entries.map(({ url }) => url)).toEqual(
    expect.arrayContaining([
      'reference.html#SchedulingRequest.requestId',
      'reference.html#ChattwoContent.buttons',
    ]),
  );
});

test('the other spelling of a reason is part of its entry', () => {
  expect(entries.find(({ also }) => also?.includes('not-template-match'))?.name).toBe('no-template-match');
});

test('pages, guides with their sections and terms have entries', () => {
  expect(entries.filter(({ kind }) => ['page', 'guide', 'term'].includes(kind))).toMatchObject([
    { kind: 'guide', name: 'Send a message', text: 'You send.', url: 'send.html' },
    { kind: 'guide', name: 'Send a message: A part', text: 'Below <it>.', url: 'send.html#a-part' },
    { kind: 'page', name: 'Limits', text: 'Every maximum.', url: 'limits.html' },
    { kind: 'term', name: 'case', also: ['sample'], url: 'glossary.html#term-case' },
    { kind: 'term', name: 'event time', text: 'the statusAt of an event', isAssumed: true },
  ]);
});

test('no two entries have the same id', () => {
  const keys = synonymKeys(site);
  expect(new Set(keys).size).toBe(keys.length);
});

test('what is assumed is marked, so that it can be left out', () => {
  const marked = entries.filter(({ isAssumed }) => isAssumed).map(({ name }) => name);
  expect(marked).toEqual(expect.arrayContaining(['too-many-requests', 'AUTHENTICATION']));
  expect(marked).not.toContain('out-of-balance');
});
