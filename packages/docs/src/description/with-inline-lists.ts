import { isObject } from '../objects.ts';

/**
 * A description in which each open list has its listed values in itself again. They are components `Listed…` of their own
 * for code generators only; a reader wants them beside the list.
 */
export function withInlineLists(description: unknown): unknown {
  const components = isObject(description) ? description.components : undefined;
  const schemas = isObject(components) && isObject(components.schemas) ? components.schemas : {};
  const isListed = (name: string) => /^Listed[A-Z]/.test(name);

  function inline(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(inline);
    if (!isObject(value)) return value;
    const name = /^#\/components\/schemas\/(\w+)$/.exec(String(value.$ref))?.[1] ?? '';
    const listed = isListed(name) ? schemas[name] : undefined;
    if (isObject(listed)) return { type: 'string', enum: listed.enum };
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => value !== schemas || !isListed(key))
        .map(([key, child]) => [key, inline(child)]),
    );
  }

  return inline(description);
}
