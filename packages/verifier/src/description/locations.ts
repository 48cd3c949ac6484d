import { isObject, type JsonObject } from '../json.ts';
import { objectOf, resolve } from './described.ts';

/** A schema that holds at a place, and whether only under a condition. */
export interface Holding {
  readonly schema: JsonObject;
  /** The `if` that it is the `then` of. */
  readonly condition?: JsonObject;
}

/** A place of a value, with every schema that describes it. */
export interface SchemaLocation {
  readonly pointer: string;
  readonly value: unknown;
  readonly holding: readonly Holding[];
  /** The schemas around it, the nearest first. */
  readonly around: readonly (readonly Holding[])[];
}

/**
 * Walks a value and its schema together: the value itself, and everything in it that the schema describes.
 */
export function locationsOf(
  root: JsonObject,
  schema: JsonObject,
  value: unknown,
  pointer = '',
  around: SchemaLocation['around'] = [],
): SchemaLocation[] {
  return within(root, { pointer, value, holding: holdingOf(root, { schema }), around });
}

function within(root: JsonObject, place: SchemaLocation): SchemaLocation[] {
  const { pointer, value, holding, around } = place;
  const inner = (step: string | number, child: unknown, schemas: readonly Holding[]) =>
    within(root, {
      pointer: `${pointer}/${step}`,
      value: child,
      holding: schemas.flatMap((each) => holdingOf(root, each)),
      around: [holding, ...around],
    });
  if (Array.isArray(value))
    return [place, ...value.flatMap((child, at) => inner(at, child, membersNamed('items', holding)))];
  if (!isObject(value)) return [place];
  const members = Object.entries(value).flatMap(([name, child]) => {
    const schemas = propertiesNamed(name, holding);
    return schemas.length === 0 ? [] : inner(name, child, schemas);
  });
  return [place, ...members];
}

/** A schema with all that it refers to, composes, or demands under a condition. */
function holdingOf(root: JsonObject, { schema, condition }: Holding): Holding[] {
  const own = { schema, ...(condition === undefined ? {} : { condition }) };
  const further: Holding[] = [schema.allOf ?? []].flat().map((each) => ({ ...own, schema: objectOf(each) }));
  if (typeof schema.$ref === 'string') further.push({ ...own, schema: resolve(root, schema) });
  if (isObject(schema.then)) further.push({ schema: schema.then, condition: objectOf(schema.if) });
  return [own, ...further.flatMap((each) => holdingOf(root, each))];
}

/** What the schemas around say of a member. */
export function propertiesNamed(name: string, holding: readonly Holding[]): Holding[] {
  return holding.flatMap((each) => {
    const schema = objectOf(each.schema.properties)[name];
    return isObject(schema) ? [{ ...each, schema }] : [];
  });
}

function membersNamed(keyword: 'items', holding: readonly Holding[]): Holding[] {
  return holding.flatMap((each) => {
    const schema = each.schema[keyword];
    return isObject(schema) ? [{ ...each, schema }] : [];
  });
}
