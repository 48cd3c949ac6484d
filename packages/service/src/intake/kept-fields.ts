import { hash } from 'node:crypto';
import { duplicateKey } from '@cascade/transition';
import { storable } from '../store/prepared.ts';

/** A field of a request that the service keeps with the message and shows again. */
interface KeptField {
  /** Of `cascade.messages`; `accept_batch` writes it. */
  readonly column: string;
  /** The value to keep, of a request that has passed the rules. */
  readonly read: (value: unknown) => string | number | null;
  /** Whether the story has it: operators never see what a consumer wrote. */
  readonly isForOperators: boolean;
}

/** By their names in requests, in the message history and in the story. */
const keptFields = {
  comment: {
    column: 'comment',
    read: (value) => (typeof value === 'string' ? storable(value) : null),
    isForOperators: false,
  },
} satisfies Readonly<Record<string, KeptField>>;

const fields: readonly (readonly [name: string, KeptField])[] = Object.entries(keptFields);

/** What of a request is kept, by column. */
export function readKept(request: Readonly<Record<string, unknown>>): KeptValues {
  return Object.fromEntries(fields.map(([name, { column, read }]) => [column, read(request[name])]));
}

export type KeptValues = Readonly<Record<string, string | number | null>>;

/**
 * The columns in a `select`, by the names of their fields, as operators see them; each with a comma behind
 * it.
 */
export function selectKept(table: string): string {
  const shown = fields.filter(([, { isForOperators }]) => isForOperators);
  return shown.map(([name, { column }]) => `${table}.${column} as "${name}", `).join('');
}

/** The columns alone, each with a comma behind it. */
export const keptColumns = (table: string) => fields.map(([, { column }]) => `${table}.${column}, `).join('');

/** SQL: the fields as members of a JSON object, each with a comma before it. */
export function keptAsJson(table: string): string {
  const member = ([name, { column }]: (typeof fields)[number]) =>
    `',"${name}":' || coalesce(to_json(${table}.${column})::text, 'null')`;
  return fields.map(member).join(' || ');
}

/** The fields of a selected row. */
export function pickKept(row: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name in keptFields));
}

/** SHA-256 of what is equal for duplicates (ADR-0026). */
export function fingerprint(address: string, content: unknown): Buffer {
  return hash('sha256', duplicateKey(address, content), 'buffer');
}
