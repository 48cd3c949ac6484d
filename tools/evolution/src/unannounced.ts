import { objectOf, valueAt } from '@cascade/contract';
import type { ContractChange } from './change.ts';
import { isLower } from './judge.ts';
import type { Release } from './release.ts';

/**
 * The operations and fields that are gone although the last release did not have them as `deprecated`
 * (ADR-0055); none below 1.0.0.
 */
export function unannounced(changes: readonly ContractChange[], released: Release): readonly string[] {
  if (isLower(released.version, '1.0.0')) return [];
  const gone = changes.filter(
    ({ kind, impact, subject, at }) =>
      kind === 'removed' && impact === 'major' && subject in released && retirable.test(at),
  );
  return gone.flatMap(({ subject, at }) => {
    const { [subject as 'openapi' | 'asyncapi']: description } = released;
    return isDeprecated(valueAt(description, at)) ? [] : [`${subject} ${at}`];
  });
}

/** A path, an operation of it, or a field. */
const retirable = /^\/paths\/[^/]+(?:\/\w+)?$|\/properties\/[^/]+$/;

/** A path is deprecated if all its operations are. */
function isDeprecated(node: unknown): boolean {
  const { deprecated, ...rest } = objectOf(node);
  if (deprecated === true) return true;
  const operations = Object.values(rest).filter((child) => 'responses' in objectOf(child));
  return operations.length > 0 && operations.every(isDeprecated);
}
