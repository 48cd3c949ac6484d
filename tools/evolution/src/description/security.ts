import { isSame, type JsonObject, objectOf, operationsOf, toPointer } from '@cascade/contract';
import { bothStates, type ContractChange, changesOf } from '../change.ts';

/** Schemes that are needed together, each with its scopes. */
type Alternative = Readonly<Record<string, readonly string[]>>;

/** How an operation is called: by any of these. */
interface Access {
  readonly at: string;
  readonly alternatives: readonly Alternative[];
}

const { changed } = changesOf('openapi');

/**
 * Compares by what operations may be called. Redocly calls it breaking if an operation says itself what the
 * description said for it. Callers keep theirs while one alternative asks for no more.
 */
export function compareSecurity(before: JsonObject, now: JsonObject): ContractChange[] {
  const old = accessOf(before);
  const found = [...accessOf(now)].flatMap(([name, access]) => {
    const former = old.get(name);
    return former === undefined ? [] : changedAccess(former.alternatives, access);
  });
  // What the description says for several operations is one change.
  return [...new Map(found.map((change) => [change.at + change.says, change])).values()];
}

function accessOf(description: JsonObject): ReadonlyMap<string, Access> {
  return new Map(
    operationsOf(description)
      .filter(({ part }) => part === 'paths')
      .map(({ part, path, method, node }) => {
        const at = 'security' in node ? toPointer([part, path, method, 'security']) : '/security';
        const stated = node.security ?? description.security;
        const alternatives = Array.isArray(stated) && stated.length > 0 ? stated.map(objectOf) : [{}];
        return [`${method} ${path}`, { at, alternatives: alternatives as readonly Alternative[] }];
      }),
  );
}

function changedAccess(before: readonly Alternative[], { at, alternatives }: Access): ContractChange[] {
  const lost = before.filter((one) => !alternatives.some((other) => asksNoMore(other, one)));
  const gained = alternatives.filter((one) => !before.some((other) => isSame(other, one)));
  const values = bothStates('access', wordsOf(before), wordsOf(alternatives));
  if (lost.length > 0)
    return [changed('major', at, `requests with ${wordsOf(lost)} are no longer accepted`, values)];
  return gained.length === 0
    ? []
    : [changed('minor', at, `requests with ${wordsOf(gained)} are accepted, too`, values)];
}

function asksNoMore(one: Alternative, other: Alternative): boolean {
  return Object.entries(one).every(
    ([scheme, scopes]) => scheme in other && scopes.every((scope) => other[scheme]?.includes(scope)),
  );
}

function wordsOf(alternatives: readonly Alternative[]): string {
  return alternatives
    .map((one) =>
      Object.keys(one).length === 0 ? 'no key' : Object.entries(one).map(schemeWords).join(' and '),
    )
    .join(' or ');
}

function schemeWords([scheme, scopes]: readonly [string, readonly string[]]): string {
  return scopes.length === 0 ? `\`${scheme}\`` : `\`${scheme}\` (${scopes.join(', ')})`;
}
