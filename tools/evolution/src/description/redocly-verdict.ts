import { type Impact, isImpact } from '../impact.ts';
import { type JsonObject, objectOf } from '../json.ts';
import type { Direction } from './direction.ts';
import { constraints, isStronger } from './stronger-promise.ts';

const limiting = new Set<string>(constraints);

/** Nodes whose removal lets more pass. */
const limitingNodes = new Set(['AnyOf', 'AllOf', 'OneOf', 'SecurityRequirementList', 'SecurityRequirement']);

/** Whether a change is one of which values are valid. */
export function isConstraint({ typeName, property }: JsonObject): boolean {
  return typeName === 'Schema' && limiting.has(String(property));
}

/**
 * The impact of a change that Redocly reports. A request that accepts more and an answer that promises more are minor:
 * programs may rely on it. Redocly calls most of them patch, and each removed pattern of a request major.
 * @throws {Error} if Redocly names no impact.
 */
export function impactOf(change: JsonObject, direction: Direction | undefined): Impact {
  const { impact, kind, typeName, property } = change;
  if (!isImpact(impact))
    throw new Error(
      `redocly diff: expected the impact patch, minor or major, found ${JSON.stringify(impact)}`,
    );
  if (isConstraint(change) && direction !== undefined && isGentle(change, direction)) return 'minor';
  if (impact !== 'patch') return impact;
  const isLimit = isConstraint(change) || (typeName === 'RequestBody' && property === 'required');
  const isLimitGone = kind === 'removed' && limitingNodes.has(String(typeName));
  return isLimit || isLimitGone ? 'minor' : 'patch';
}

/** Whether every value that consumers send is still accepted, or every value that they get was possible before. */
function isGentle({ property, base, revision }: JsonObject, direction: Direction): boolean {
  const [before, now] = [objectOf(base).value, objectOf(revision).value];
  const isSent = direction === 'requests' || direction === 'answers to callbacks';
  return isSent ? isStronger(String(property), now, before) : isStronger(String(property), before, now);
}

/** Whether a change is one of the parameters of a webhook and more than text: they are compared on their own. */
export function isCallbackHeader({ path, typeName, property, kind }: JsonObject): boolean {
  if (!/^#\/webhooks\/[^/]+\/\w+\/parameters\/\d+/.test(String(path))) return false;
  const isNode = kind !== 'modified' && typeName === 'Parameter';
  return isNode || limiting.has(String(property)) || property === 'name';
}
