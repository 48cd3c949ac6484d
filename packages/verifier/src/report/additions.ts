import { stringify } from 'yaml';
import type { Channel, Profile } from '../generated/profile.ts';
import { isObject } from '../json.ts';
import { valueAt } from '../json-pointer.ts';
import { exampleOf, hasExamplesWithin } from '../profile/profile-schema.ts';
import type { Lack } from '../scenario/unavailable.ts';

/** What the profile could have in addition, so that more scenarios can be judged. */
export interface Addition {
  /** The line of the profile that they belong below; absent at the top level. */
  readonly below?: string;
  /** Lines to paste, indented for their place; the values are examples. */
  readonly yaml: string;
  /** The profile has such a line already, and this one takes its place. */
  readonly replaces?: true;
  /** What could be judged then. */
  readonly scenarios: readonly string[];
}

/** What a scenario lacks. */
export interface LackOf {
  readonly scenario: string;
  readonly lacks: Lack;
}

/** The lines to add for what scenarios lack, first what lets most of them be judged. */
export function additionsTo(profile: Profile, lacks: readonly LackOf[]): Addition[] {
  const at = Map.groupBy(lacks, ({ lacks: { pointer } }) => pointer);
  const { '/holds': held = [], '/cascades': cascades = [], ...others } = Object.fromEntries(at);
  const texts = cascades.flatMap((each) => textsFor(profile, each));
  const additions = [
    ...holding(profile, held),
    ...furtherCascades(profile, cascades),
    ...members(profile, [...Object.values(others).flat(), ...texts]),
  ];
  return additions.toSorted((a, b) => b.scenarios.length - a.scenarios.length);
}

/** All decisions in one line: a key may be there only once. */
function holding({ holds }: Profile, lacks: readonly LackOf[]): Addition[] {
  if (lacks.length === 0) return [];
  const values = new Set([
    ...(holds ?? []),
    ...lacks.flatMap(({ lacks: { value } }) => [value].flat().map(String)),
  ]);
  const yaml = `holds: [${[...values].toSorted().join(', ')}]`;
  return [{ yaml, ...(holds === undefined ? {} : { replaces: true }), scenarios: scenariosOf(lacks) }];
}

/** Each with an id of its own, so that all lines can be pasted. */
function furtherCascades({ cascades }: Profile, lacks: readonly LackOf[]): Addition[] {
  const taken = new Set(cascades.map(({ id }) => id));
  return [...Map.groupBy(lacks, (each) => JSON.stringify(each.lacks)).values()].map((own) => {
    const wanted = own[0]?.lacks.value;
    const { id: first, ...rest } = isObject(wanted) ? wanted : {};
    let id = Number(first);
    while (taken.has(id)) id += 1;
    taken.add(id);
    return { below: 'cascades:', yaml: `  - ${inline({ id, ...rest })}`, scenarios: scenariosOf(own) };
  });
}

/** A profile has a text for each channel of its cascades. */
function textsFor({ content }: Profile, { scenario, lacks: { value } }: LackOf): LackOf[] {
  const stages = isObject(value) && Array.isArray(value.stages) ? value.stages : [];
  const channels: Channel[] = stages.map(({ channel }) => channel);
  return channels
    .filter((channel) => content[channel]?.text === undefined)
    .map((channel) => ({ scenario, lacks: { pointer: `/content/${channel}/text` } }));
}

/** Members that share a parent which the profile does not have yet are one line. */
function members(profile: Profile, lacks: readonly LackOf[]): Addition[] {
  const parts = lacks.flatMap((each) => {
    const { pointer } = each.lacks;
    const example = exampleOf(pointer);
    if (example === undefined) return [];
    const steps = pointer.split('/').slice(1);
    const depth = steps.findLastIndex((_, at) => isObject(valueAt(profile, pointerOf(steps.slice(0, at)))));
    const place = steps.slice(0, depth + 1);
    const value = steps.slice(depth + 1).reduceRight<unknown>((inner, step) => ({ [step]: inner }), example);
    return [{ place, value, each }];
  });
  return [...Map.groupBy(parts, ({ place }) => pointerOf(place)).values()].map((own) => {
    const place = own[0]?.place ?? [];
    const value = own.map((part) => part.value).reduce(merge);
    const depth = place.length - 1;
    const below = place.slice(0, -1).join('.');
    const yaml = linesOf(place, value).join('\n');
    const scenarios = scenariosOf(own.map(({ each }) => each));
    return depth === 0 ? { yaml, scenarios } : { below: `${below}:`, yaml, scenarios };
  });
}

function merge(one: unknown, other: unknown): unknown {
  if (!isObject(one) || !isObject(other)) return one;
  const shared = Object.entries(other).map(([name, value]) => [
    name,
    Object.hasOwn(one, name) ? merge(one[name], value) : value,
  ]);
  return { ...one, ...Object.fromEntries(shared) };
}

function pointerOf(steps: readonly string[]): string {
  return steps.map((step) => `/${step}`).join('');
}

function scenariosOf(lacks: readonly LackOf[]): string[] {
  return [...new Set(lacks.map(({ scenario }) => scenario))];
}

/** A member with its value; what may get further members has a line for each. */
function linesOf(place: readonly string[], value: unknown): string[] {
  const start = `${'  '.repeat(place.length - 1)}${place.at(-1)}:`;
  if (!isObject(value) || !hasExamplesWithin(pointerOf(place))) return [`${start} ${inline(value)}`];
  return [start, ...Object.entries(value).flatMap(([name, inner]) => linesOf([...place, name], inner))];
}

/** A value as YAML on one line. */
function inline(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
}
