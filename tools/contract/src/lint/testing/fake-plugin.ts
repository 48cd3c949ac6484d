import type { Contract, Decision, ProblemCase, ProblemEntry } from '../../index.ts';
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

const reason = {
  clauses: [],
  channels: [],
  documented: [],
  meaning: 'm',
  retry: 'later',
  advice: 'a',
} as const;

function decision(id: string, kind: Decision['kind']): Decision {
  const texts = { title: 't', status: 'accepted', date: '2026-01-01', evidence: 'reasoned', text: '' };
  const number = Number(id.slice(-4));
  return { ...texts, id, number, kind, clauses: [], question: 'q', choice: 'c', file: `${id}.md` };
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
  decisions: [decision('ADR-0001', 'reading'), decision('ADR-0003', 'addition')],
  problems: [
    problem('text-missing', 400, [oneCase('no-text')]),
    problem('too-many', 400, [{ ...oneCase('too-many-buttons', 'At most 10'), clauses: ['7/third'] }]),
  ],
  checks: [],
  reasons: [
    { ...reason, reason: 'closed', aliases: [] },
    { ...reason, reason: 'no-match', aliases: ['not-match'] },
  ],
  demoNumbers: [],
  limits: [],
};

/** The plugin as Redocly loads it in tests: the rules of the real one, against a small contract. */
export default function plugin(): Plugin {
  return createPlugin(() => fakeContract);
}
