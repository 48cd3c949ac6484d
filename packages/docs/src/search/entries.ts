import type { Clause, Contract, Decision, LimitEntry, ProblemEntry, ReasonEntry } from '@cascade/contract';
import type { Field, Operation } from '../description/read-description.ts';
import type { Guide } from '../guides/load-guides.ts';
import { anchorOf } from '../parts.ts';
import type { SearchEntry } from './entry.ts';

/** What the search index covers: the contract, the descriptions and the guides. */
export interface Searchable {
  readonly contract: Contract;
  readonly operations: readonly Operation[];
  readonly fields: readonly Field[];
  readonly guides: readonly Guide[];
}

/** All entries of the search index, the kinds searched for most first. */
export function searchEntries({ contract, operations, fields, guides }: Searchable): SearchEntry[] {
  return [
    ...contract.problems.map(codeEntry),
    ...contract.reasons.map(reasonEntry),
    ...operations.map(operationEntry),
    ...fields.map(fieldEntry),
    ...contract.limits.map(limitEntry),
    ...contract.decisions.map(decisionEntry),
    ...[...contract.clauses.values()].map(clauseEntry),
    ...guides.map(guideEntry),
  ];
}

function codeEntry({ code, title, slug, cause, status }: ProblemEntry): SearchEntry {
  const text = `${status} ${title === code ? '' : `${title} `}${cause}`;
  return { kind: 'code', name: code, text, url: `catalogue.html#${slug}` };
}

function reasonEntry({ reason, aliases, meaning }: ReasonEntry): SearchEntry {
  return {
    kind: 'reason',
    name: reason,
    text: [...aliases, meaning].join(' '),
    url: `reasons.html#${reason}`,
  };
}

function operationEntry({ id, title, summary }: Operation): SearchEntry {
  return { kind: 'operation', name: title, text: `${id} ${summary}`, url: `reference.html#${id}` };
}

function fieldEntry({ id, name, description }: Field): SearchEntry {
  const text = `${id} ${description.replaceAll('`', '')}`;
  return { kind: 'field', name, text, url: `reference.html#${id}` };
}

function limitEntry({ id, says, value, unit }: LimitEntry): SearchEntry {
  return { kind: 'limit', name: id, text: `${says}: ${value} ${unit}`, url: `limits.html#${id}` };
}

function decisionEntry({ id, title, question, choice }: Decision): SearchEntry {
  const text = `${question} ${choice}`;
  return { kind: 'decision', name: `${id} ${title}`, text, url: `decisions.html#${id}` };
}

function clauseEntry({ id, says }: Clause): SearchEntry {
  return { kind: 'clause', name: `§${id}`, text: says, url: `clauses.html#${anchorOf(id)}` };
}

function guideEntry({ slug, title, lead }: Guide): SearchEntry {
  return { kind: 'guide', name: title, text: lead, url: `${slug}.html` };
}
