import type { Contract } from '@cascade/contract';
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
  const { problems, reasons, limits, clauses, decisions } = contract;
  return [
    ...problems.map(
      ({ code, title, slug, cause, status }): SearchEntry => ({
        kind: 'code',
        name: code,
        text: `${status} ${title === code ? '' : `${title} `}${cause}`,
        url: `catalogue.html#${slug}`,
      }),
    ),
    ...reasons.map(
      ({ reason, aliases, meaning }): SearchEntry => ({
        kind: 'reason',
        name: reason,
        text: [...aliases, meaning].join(' '),
        url: `reasons.html#${reason}`,
      }),
    ),
    ...operations.map(
      ({ id, title, summary }): SearchEntry => ({
        kind: 'operation',
        name: title,
        text: `${id} ${summary}`,
        url: `reference.html#${id}`,
      }),
    ),
    ...fields.map(
      ({ id, name, description }): SearchEntry => ({
        kind: 'field',
        name,
        text: `${id} ${description.replaceAll('`', '')}`,
        url: `reference.html#${id}`,
      }),
    ),
    ...limits.map(
      ({ id, says, value, unit }): SearchEntry => ({
        kind: 'limit',
        name: id,
        text: `${says}: ${value} ${unit}`,
        url: `limits.html#${id}`,
      }),
    ),
    ...decisions.map(
      ({ id, title, question, choice }): SearchEntry => ({
        kind: 'decision',
        name: `${id} ${title}`,
        text: `${question} ${choice}`,
        url: `decisions.html#${id}`,
      }),
    ),
    ...[...clauses.values()].map(
      ({ id, says }): SearchEntry => ({
        kind: 'clause',
        name: `§${id}`,
        text: says,
        url: `clauses.html#${anchorOf(id)}`,
      }),
    ),
    ...guides.map(
      ({ slug, title, lead }): SearchEntry => ({
        kind: 'guide',
        name: title,
        text: lead,
        url: `${slug}.html`,
      }),
    ),
  ];
}
