import type { Contract, ProblemCase, ProblemEntry } from '@cascade/contract';
import { createPlugin, type Plugin } from '../plugin.ts';

const words = { cause: 'c', fix: 'f', retry: 'after-fix', advice: 'a', provenance: 'documented' } as const;

function oneCase(name: string, detail?: string): ProblemCase {
  const neighbour = { says: 's', op: 'remove', path: '/body' } as const;
  const known = { name, summary: name, clauses: [], request: { body: {} }, neighbour };
  return detail === undefined ? known : { ...known, detail };
}

function problem(code: string, status: number, cases: readonly ProblemCase[]): ProblemEntry {
  return { ...words, code, slug: code, title: code, status, clauses: [], cases };
}

/** A contract of two codes, two reasons (one with two spellings), four clauses and one decision. */
export const fakeContract: Contract = {
  clauses: new Map(
    [
      { id: '1/first', kind: 'rule', says: 'First.' },
      { id: '1/second', kind: 'rule', says: 'Second.' },
      { id: '7/third', kind: 'code', says: 'Third.' },
      { id: '9/open', kind: 'not-shown', says: 'Open.' },
    ].map((clause) => [clause.id, clause]),
  ),
  decisions: [
    {
      id: 'ADR-0001',
      number: 1,
      title: 'One',
      status: 'accepted',
      date: '2026-01-01',
      evidence: 'reasoned',
      kind: 'reading',
      clauses: [],
      question: 'q',
      choice: 'c',
      file: '0001-one.md',
      text: '',
    },
    {
      id: 'ADR-0003',
      number: 3,
      title: 'Three',
      status: 'accepted',
      date: '2026-01-01',
      evidence: 'reasoned',
      kind: 'addition',
      clauses: [],
      question: 'q',
      choice: 'c',
      file: '0003-three.md',
      text: '',
    },
  ],
  problems: [
    problem('text-missing', 400, [oneCase('no-text')]),
    problem('too-many', 400, [{ ...oneCase('too-many-buttons', 'At most 10'), clauses: ['7/third'] }]),
  ],
  reasons: [
    { reason: 'closed', aliases: [], clauses: [], channels: [], meaning: 'm', retry: 'later', advice: 'a' },
    {
      reason: 'no-match',
      aliases: ['not-match'],
      clauses: [],
      channels: [],
      meaning: 'm',
      retry: 'later',
      advice: 'a',
    },
  ],
  demoNumbers: [],
  limits: [],
};

/** The plugin as Redocly loads it in tests: the rules of the real one, against a small contract. */
export default function plugin(): Plugin {
  return createPlugin(() => fakeContract);
}
