import type { Resolve } from '../redocly.ts';
import { follow, isReference, type Placed } from './reference.ts';
import { subSchemas } from './sub-schemas.ts';
import { objectOf } from './values.ts';

type Mutable = Record<string, unknown>;

/** A copy of a schema without references to other files: every `$ref` points into its own `$defs`. */
export function selfContained(root: Placed, resolve: Resolve): Mutable {
  const names = new Map<string, string>();
  const definitions: Mutable = {};

  const copyOf = ({ node, location }: Placed): Mutable => {
    const copy: Mutable = structuredClone(node);
    redirect(copy, location);
    return copy;
  };
  const redirect = (schema: Mutable, location: Placed['location']): void => {
    const target = isReference(schema) ? follow(schema, location, resolve) : undefined;
    if (target !== undefined) schema.$ref = `#/$defs/${nameOf(target)}`;
    for (const sub of subSchemas(schema)) redirect(sub.schema, location);
  };
  const nameOf = (target: Placed): string => {
    const key = target.location.absolutePointer;
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = `schema-${names.size}`;
    names.set(key, name);
    definitions[name] = copyOf(target);
    return name;
  };

  const copy = copyOf(root);
  return { ...copy, $defs: { ...objectOf(copy.$defs), ...definitions } };
}
