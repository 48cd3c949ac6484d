import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { isObject, type JsonObject } from '../json.ts';
import { citedBy, describe, objectOf } from './described.ts';

/** The formats of the descriptions. */
export const describedFormats = {
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i,
  int32: true as const,
  int64: true as const,
};

/** Compiles schemas of a description, each once; they report every fault, with the schema that it is of. */
export function compilerFor(root: JsonObject) {
  let ajv: Ajv2020 | undefined;
  const compiled = new Map<unknown, ReturnType<Ajv2020['compile']>>();
  return (schema: unknown) => {
    ajv ??= new Ajv2020({
      strict: false,
      allErrors: true,
      verbose: true,
      formats: describedFormats,
    }).addSchema(root, 'description');
    const validate = compiled.get(schema) ?? ajv.compile(objectOf(fromRoot(schema)));
    compiled.set(schema, validate);
    return validate;
  };
}

/** References of a bundle begin at its root. */
function fromRoot(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(fromRoot);
  if (!isObject(node)) return node;
  const entries = Object.entries(node).map(([key, child]) =>
    key === '$ref' ? [key, `description${child}`] : [key, fromRoot(child)],
  );
  return Object.fromEntries(entries);
}

/** A broken constraint, and the problem that the description names for it. */
export interface Broken {
  readonly pointer: string;
  readonly constraint: string;
  readonly code: string;
  readonly comment?: string;
  /** The decisions beside the problem: the source does not demand this constraint. */
  readonly decisions: readonly string[];
}

/** What of a request body breaks the schema, without the branches of a choice. */
export type CheckRequest = (schema: JsonObject, body: unknown) => readonly Broken[];

export function createCheckRequest(): CheckRequest {
  const { root } = describe();
  const validatorOf = compilerFor(root);
  return (schema, body) => {
    const validate = validatorOf(schema);
    if (validate(body)) return [];
    const errors = validate.errors ?? [];
    const otherwise = String(defaultOf(root, schema));
    return errors.filter((error) => isOutermost(error, errors)).map((error) => brokenBy(error, otherwise));
  };
}

function defaultOf(root: JsonObject, schema: JsonObject): unknown {
  const name = String(schema.$ref).split('/').at(-1) ?? '';
  return objectOf(objectOf(objectOf(root.components).schemas)[name])['x-problem-default'];
}

/** Not the error of a condition, and not that of a branch, if the choice itself is reported. */
export function isOutermost(
  { keyword, schemaPath, instancePath }: ErrorObject,
  all: readonly ErrorObject[],
): boolean {
  if (keyword === 'if') return false;
  if (keyword === 'anyOf') return true;
  return !all.some(
    (other) =>
      other.keyword === 'anyOf' &&
      instancePath.startsWith(other.instancePath) &&
      (schemaPath.startsWith(`${other.schemaPath}/`) || schemaPath.includes('/anyOf/')),
  );
}

function brokenBy({ keyword, params, parentSchema, instancePath }: ErrorObject, otherwise: string): Broken {
  const { [keyword]: named } = objectOf(objectOf(parentSchema)['x-problem']);
  const member =
    keyword === 'required' || keyword === 'dependentRequired' ? params.missingProperty : undefined;
  const entry = member === undefined || typeof named === 'string' ? named : objectOf(named)[member];
  const { code = typeof entry === 'string' ? entry : otherwise, detail } = objectOf(entry);
  return {
    pointer: instancePath,
    constraint: member === undefined ? keyword : `${keyword} ${member}`,
    code: String(code),
    ...(typeof detail === 'string' ? { comment: detail } : {}),
    decisions: citedBy({ 'x-decision': objectOf(entry).decision }),
  };
}
