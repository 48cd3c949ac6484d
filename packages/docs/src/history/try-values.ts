import { type JsonObject, schemaNameOf } from '@cascade/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { nodeAt } from '../description/read-description.ts';
import { defined } from '../objects.ts';

/** Values that show a change of what is valid: each is valid in one state only. */
export interface Telling {
  /** Valid before. */
  readonly former?: string;
  /** Valid now. */
  readonly present?: string;
}

/** Tries values on two states of a description. */
export function valueTrial(before: JsonObject, after: JsonObject) {
  const old = validatorOf(before);
  const recent = validatorOf(after);
  return (schema: string, member: string): Telling => {
    const was = fieldOf(before, schema, member);
    const is = fieldOf(after, schema, member);
    if (was === undefined || is === undefined) return {};
    const isOld = old(was.pointer);
    const isRecent = recent(is.pointer);
    if (isOld === undefined || isRecent === undefined) return {};
    const values = candidates(is.node, was.node);
    const former = values.find((value) => isOld(value) && !isRecent(value));
    const present = values.find((value) => !isOld(value) && isRecent(value));
    const shown = (value: unknown) => (value === undefined ? undefined : `"${member}": ${short(value)}`);
    return defined({ former: shown(former), present: shown(present) });
  };
}

/** A field of a schema, or of a schema that it builds on. */
export function fieldOf(description: JsonObject, schema: string, member: string): Field | undefined {
  const pointer = `/components/schemas/${schema}`;
  const node = nodeAt(description, 'components', 'schemas', schema);
  if (member in nodeAt(node, 'properties'))
    return {
      node: nodeAt(node, 'properties', member),
      pointer: `#${pointer}/properties/${member}`,
      isRequired: Array.isArray(node.required) && node.required.includes(member),
    };
  const bases = [node.allOf ?? []].flat().flatMap((part) => schemaNameOf(nodeAt(part).$ref) ?? []);
  for (const base of bases) {
    const found = fieldOf(description, base, member);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Field {
  readonly node: JsonObject;
  readonly pointer: string;
  readonly isRequired: boolean;
}

/** Looks a schema up by its pointer; `undefined` if the description does not have it. */
function validatorOf(
  description: JsonObject,
): (pointer: string) => ((value: unknown) => boolean) | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  ajv.addSchema({ ...description, $id: 'description' });
  return (pointer) => {
    const isValid = ajv.getSchema(`description${pointer}`);
    return isValid === undefined ? undefined : (value) => isValid(value) === true;
  };
}

/** The values at the limits of each state, the plain ones first. */
function candidates(...nodes: readonly JsonObject[]): readonly unknown[] {
  const of = (keyword: string) => nodes.map((node) => node[keyword]).filter((one) => one !== undefined);
  const numbers = (keyword: string) => of(keyword).filter((one) => typeof one === 'number');
  const texts = [...numbers('maxLength'), ...numbers('minLength')];
  const sizes = [...numbers('maxItems'), ...numbers('minItems')];
  const bounds = [...numbers('maximum'), ...numbers('minimum')];
  return [
    ...of('examples').flat(),
    ...of('enum').flat(),
    ...around(bounds),
    null,
    ...around(texts).map((length) => 'x'.repeat(bounded(length))),
    '',
    'text',
    'http://shop.example/callbacks',
    'https:///',
    'a\u0000b',
    0,
    1.5,
    true,
    [],
    {},
    ...around(sizes).map((size) => Array.from({ length: bounded(size) }, () => ({}))),
  ];
}

const longest = 20_000;

function bounded(length: number): number {
  return Math.min(Math.max(length, 0), longest);
}

function around(bounds: readonly number[]): readonly number[] {
  return bounds.flatMap((bound) => [bound + 1, bound - 1, bound]).filter((bound) => bound >= -1);
}

/** A value as JSON; a long text by its length. */
function short(value: unknown): string {
  if (typeof value === 'string' && value.length > 60)
    return `a text of ${value.length.toLocaleString('en')} characters`;
  if (Array.isArray(value) && value.length > 3)
    return `a list of ${value.length.toLocaleString('en')} entries`;
  return JSON.stringify(value);
}
