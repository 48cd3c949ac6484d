/** What a JSON pointer into a description leads to, by the name that readers know. */
export interface Place {
  readonly kind: 'operation' | 'schema' | 'other';
  /** `POST /api/messages/history`, `SchedulingRequest.comment`, or the last segment. */
  readonly name: string;
  /** The operation's path as the description has it, or the schema. */
  readonly of: string;
  /** The member of the schema, outermost first. */
  readonly members: readonly string[];
}

/** The place of a pointer like `/components/schemas/Subject/properties/name/description`. */
export function placeOf(pointer: string): Place {
  const [, first, second = '', third = '', ...rest] = pointer
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (first === 'paths' || first === 'webhooks') {
    const method = /^(?:get|post|put|patch|delete)$/.test(third) ? `${third.toUpperCase()} ` : '';
    const name = first === 'webhooks' ? `webhook ${second}` : `${method}${second}`;
    return { kind: 'operation', name, of: second, members: [] };
  }
  if (first === 'components' && second === 'schemas') {
    const members = rest.filter((_, index) => rest[index - 1] === 'properties');
    return { kind: 'schema', name: [third, ...members].join('.'), of: third, members };
  }
  const name = [first === 'components' ? third : second, first ?? ''].find((one) => one !== '') ?? '';
  return { kind: 'other', name: name === '' ? pointer : name, of: second, members: [] };
}
