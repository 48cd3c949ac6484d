import type { Contract } from '@cascade/contract';
import { type Change, placeOf } from '@cascade/evolution';
import {
  clauseAddress,
  codeAddress,
  decisionAddress,
  fieldAddress,
  limitAddress,
  operationAddress,
  reasonAddress,
  schemaAddress,
} from '../addresses.ts';
import type { Field, Operation, ValueList } from '../description/read-description.ts';

/** What the site has pages and anchors of. */
export interface Known {
  readonly contract: Contract;
  readonly operations: readonly Operation[];
  readonly fields: readonly Field[];
  readonly lists: readonly ValueList[];
}

/** The address of what a change is about; `undefined` if the site no longer has it. */
export function addressOfChange({ subject, at }: Change, known: Known): string | undefined {
  const { problems, reasons, decisions, limits, clauses } = known.contract;
  const ifAny = (isThere: boolean, address: string) => (isThere ? address : undefined);
  if (subject === 'code') {
    const slug = problems.find(({ code }) => code === at)?.slug;
    return slug === undefined ? undefined : codeAddress(slug);
  }
  if (subject === 'reason')
    return ifAny(
      reasons.some(({ reason }) => reason === at),
      reasonAddress(at),
    );
  if (subject === 'limit')
    return ifAny(
      limits.some(({ id }) => id === at),
      limitAddress(at),
    );
  if (subject === 'clause') return ifAny(clauses.has(at), clauseAddress(at));
  if (subject === 'decision')
    return ifAny(
      decisions.some(({ id }) => id === at),
      decisionAddress(at),
    );
  return subject === 'export' ? undefined : addressOfPlace(at, known);
}

/** The operation, the field or the schema that a JSON pointer leads into. */
function addressOfPlace(pointer: string, { operations, fields, lists }: Known): string | undefined {
  const { kind, name, of, members } = placeOf(pointer);
  if (kind === 'operation') {
    const operation = operations.find(({ title }) => title === name || title.endsWith(` ${of}`));
    return operation === undefined ? undefined : operationAddress(operation.id);
  }
  if (kind !== 'schema') return undefined;
  const [member] = members;
  const field = fields.find(({ id }) => id === `${of}.${member}`);
  if (field !== undefined) return fieldAddress(field.id);
  const isShown = [...fields, ...lists].some(({ schema }) => schema === of);
  return isShown ? schemaAddress(of) : undefined;
}
