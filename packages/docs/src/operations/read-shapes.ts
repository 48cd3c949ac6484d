import { isObject, type JsonObject, objectOf, stringsOf } from '@cascade/contract';
import {
  entriesOf,
  type Field,
  limitWords,
  listOf,
  nodeAt,
  readFields,
  type Said,
  said,
  typeOf,
  type ValueList,
} from '../description/read-description.ts';

/** An object of a body: its members, and the objects whose members it also has. */
export interface Shape extends Said {
  readonly schema: string;
  readonly includes: readonly string[];
  readonly members: readonly Member[];
}

/** A member of an object. */
export interface Member extends Field {
  /** The values of `contentType` with which it is required. */
  readonly requiredFor: readonly Condition[];
  /** The code of a request without it, where it is required. */
  readonly missing: string | undefined;
  readonly limits: readonly Limit[];
  /** The schemas that its type names, without open lists. */
  readonly schemas: readonly string[];
  /** The open list of its values. */
  readonly list: ValueList | undefined;
}

/** A value of `contentType` with which a member is required, and the code of a request without it. */
interface Condition {
  readonly value: string;
  readonly provenance: Said['provenance'];
  readonly code: string | undefined;
}

/** A limit of a value, and the code of a request that exceeds it. */
interface Limit {
  readonly says: string;
  readonly code: string | undefined;
}

/** The objects of a body, the outer ones first; each once. */
export function readShapes(
  description: unknown,
  body: string,
  lists: readonly ValueList[],
): readonly Shape[] {
  const schemas = nodeAt(description, 'components', 'schemas');
  const fields = readFields(description);
  const otherwise = codeOf(nodeAt(schemas, body)['x-problem-default']);
  const names = [body];
  const shapes: Shape[] = [];
  // The list grows while it is read.
  for (const name of names) {
    const shape = shapeOf(name, nodeAt(schemas, name), { schemas, fields, lists, otherwise });
    if (shape === undefined) continue;
    shapes.push(shape);
    const further = [...shape.members.flatMap((member) => member.schemas), ...shape.includes];
    names.push(...further.filter((one) => !names.includes(one)));
  }
  return shapes;
}

interface Sources {
  readonly schemas: JsonObject;
  readonly fields: readonly Field[];
  readonly lists: readonly ValueList[];
  /** The code of constraints that name none. */
  readonly otherwise: string | undefined;
}

/** Nothing for a schema without members: text, number, list of values. */
function shapeOf(
  schema: string,
  node: JsonObject,
  { schemas, fields, lists, otherwise }: Sources,
): Shape | undefined {
  const parts = [node, ...listOf(node.allOf)];
  const includes = parts.flatMap((part) => (typeof part.$ref === 'string' ? [nameOf(part.$ref)] : []));
  const own = fields.filter((field) => field.schema === schema);
  const kinds = lists.find((list) => list.schema === 'ContentType')?.values ?? [];
  if (own.length === 0 && includes.length === 0) return undefined;
  const members = own.map((field) => {
    const part = parts.find(({ properties }) => isObject(properties) && field.name in properties) ?? {};
    const written = nodeAt(part, 'properties', field.name);
    const referred = refsOf(written);
    const list = lists.find((one) => referred.includes(one.schema));
    const target = typeof written.$ref === 'string' ? nodeAt(schemas, nameOf(written.$ref)) : {};
    const isUnion = list === undefined && target.anyOf !== undefined && target.properties === undefined;
    return {
      ...field,
      type: isUnion ? typeOf(target) : field.type,
      requiredFor: conditionsOf(parts, field.name, kinds),
      missing:
        codeOf(nodeAt(part, 'x-problem', 'required')[field.name]) ?? (field.required ? otherwise : undefined),
      limits: limitsOf({ ...target, ...written }, otherwise),
      schemas: referred.filter((one) => one !== list?.schema),
      list,
    };
  });
  return { schema, includes, members, ...said(node) };
}

/**
 * The values of `contentType` whose condition requires a member, each with the code of a request without it.
 */
function conditionsOf(
  parts: readonly JsonObject[],
  member: string,
  kinds: ValueList['values'],
): readonly Condition[] {
  return parts.flatMap((part) => {
    const consequence = nodeAt(part, 'then');
    if (!stringsOf(consequence.required).includes(member)) return [];
    const contentType = nodeAt(part, 'if', 'properties', 'contentType');
    const code = codeOf(nodeAt(consequence, 'x-problem', 'required')[member]);
    return kinds
      .filter(({ value }) => stringsOf(contentType.const).includes(value))
      .map((kind) => ({ ...kind, code }));
  });
}

/** The schemas that a type names, also as items of a list and as one of several. */
function refsOf({ $ref, items, anyOf, oneOf }: JsonObject): readonly string[] {
  const below = [items, anyOf, oneOf].flat().filter(isObject);
  return [...(typeof $ref === 'string' ? [nameOf($ref)] : []), ...below.flatMap(refsOf)];
}

function limitsOf(node: JsonObject, otherwise: string | undefined): readonly Limit[] {
  const problems = nodeAt(node, 'x-problem');
  const simple = limitWords(node).map(({ keyword, says }) => ({
    says,
    code: codeOf(problems[keyword]) ?? otherwise,
  }));
  const counted = listOf(node.allOf).flatMap((part) => {
    const [value] = stringsOf(nodeAt(part, 'contains', 'properties', 'type').const);
    if (value === undefined) return [];
    const code = codeOf(nodeAt(part, 'x-problem').contains);
    return [{ says: `at most ${String(part.maxContains)} of type ${value}`, code }];
  });
  const listed = choiceWords(node).map((says) => ({ says, code: codeOf(problems.enum) ?? otherwise }));
  return [...listed, ...simple, ...counted];
}

/** The values that a closed list allows, in words. */
export function choiceWords({ enum: values }: JsonObject): readonly string[] {
  return Array.isArray(values) ? [`one of ${values.join(', ')}`] : [];
}

/** A code alone, or with the detail or the rule that comes with it. */
function codeOf(problem: unknown): string | undefined {
  const code = isObject(problem) ? problem.code : problem;
  return typeof code === 'string' ? code : undefined;
}

function nameOf($ref: string): string {
  return $ref.split('/').at(-1) ?? $ref;
}

/** The schema of a body, or of the entries of a body that is a list. */
export function schemaOfContent(
  content: unknown,
): { readonly schema: string; readonly isList: boolean } | undefined {
  const [media] = entriesOf(objectOf(content));
  const schema = nodeAt(media?.[1], 'schema');
  if (typeof schema.$ref === 'string') return { schema: nameOf(schema.$ref), isList: false };
  const { $ref } = nodeAt(schema, 'items');
  return typeof $ref === 'string' ? { schema: nameOf($ref), isList: true } : undefined;
}
