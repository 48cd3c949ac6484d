import type { Change } from '../change.ts';
import type { Impact } from '../impact.ts';
import { isObject, isSame, type JsonObject, objectOf } from '../json.ts';

/** A look at one node in both states; says what Redocly does not see there. */
type Look = (before: JsonObject, now: JsonObject) => readonly (readonly [Impact, string])[];

const looks: readonly Look[] = [propertiesGone, constraintsMoved, problemsMoved, provenanceMoved];

/**
 * Changes that Redocly rates as patches or does not see at all. Goes through both states of a description at the
 * same pointers; what stands on one side only is Redocly's.
 */
export function blindSpots(subject: 'openapi' | 'asyncapi', before: JsonObject, now: JsonObject): Change[] {
  const walk = (old: unknown, recent: unknown, at: string): Change[] => {
    if (Array.isArray(old) && Array.isArray(recent))
      return old.flatMap((item, index) => walk(item, recent[index], `${at}/${index}`));
    if (!isObject(old) || !isObject(recent)) return [];
    const here = looks.flatMap((look) => look(old, recent));
    return [
      ...here.map(([impact, says]): Change => ({ impact, subject, at, says })),
      ...Object.keys(old)
        // An example is a value: nothing in it is a schema.
        .filter((key) => key !== 'example' && key !== 'examples' && key !== 'value')
        .flatMap((key) =>
          walk(old[key], recent[key], `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
        ),
    ];
  };
  return [...walk(before, now, ''), ...examplesGone(subject, before, now)];
}

/** A provider that no longer knows a member ignores what consumers send in it. */
function propertiesGone(before: JsonObject, now: JsonObject): ReturnType<Look> {
  if (!isObject(before.properties) || !('properties' in now)) return [];
  return Object.keys(before.properties)
    .filter((name) => !(name in objectOf(now.properties)))
    .map((name) => ['major', `the member \`${name}\` is gone`]);
}

const unseen = ['contains', 'minContains', 'maxContains', 'dependentRequired', 'propertyNames', 'not', 'if'];

/** A constraint that came or moved may refuse what passed before; one that went refuses less. */
function constraintsMoved(before: JsonObject, now: JsonObject): ReturnType<Look> {
  return unseen
    .filter((keyword) => !isSame(before[keyword] ?? null, now[keyword] ?? null))
    .map((keyword) => [keyword in now ? 'major' : 'minor', `the constraint \`${keyword}\` has changed`]);
}

/** Another code or comment for the same fault is another answer. */
function problemsMoved(before: JsonObject, now: JsonObject): ReturnType<Look> {
  return ['x-problem', 'x-problem-default']
    .filter((mark) => mark in before && mark in now)
    .flatMap((mark) => {
      const [old, recent] = [before[mark], now[mark]];
      if (!isObject(old) || !isObject(recent)) return isSame(old, recent) ? [] : [mark];
      // A constraint that came or went is seen as such.
      return Object.keys(old).filter((key) => key in recent && !isSame(old[key], recent[key]));
    })
    .map((key) => ['major', `\`${key}\` yields another problem`]);
}

/** What was our choice and is now the source's word is a question answered. */
function provenanceMoved(before: JsonObject, now: JsonObject): ReturnType<Look> {
  const [old, recent] = [before['x-provenance'], now['x-provenance']];
  if (old === 'assumed' && recent === 'documented') return [['minor', 'was assumed and is now documented']];
  if (old === 'documented' && recent === 'assumed') return [['major', 'was documented and is now assumed']];
  return [];
}

/** The mock, the docs and the types know examples by their names. */
function examplesGone(subject: 'openapi' | 'asyncapi', before: JsonObject, now: JsonObject): Change[] {
  const namesOf = (description: JsonObject) =>
    Object.keys(objectOf(objectOf(description.components).examples));
  const present = new Set(namesOf(now));
  return namesOf(before)
    .filter((name) => !present.has(name))
    .map((name) => ({
      impact: 'major',
      subject,
      at: `/components/examples/${name}`,
      says: 'the example is gone',
    }));
}
