import { stringify } from 'yaml';
import type { Target } from '../exchange/create-target.ts';
import { isObject } from '../json.ts';
import { inParallel } from '../phases/in-parallel.ts';
import { isAccepted } from '../phases/state/is-accepted.ts';
import type { Channel, ContentKind, Profile } from '../profile/profile.ts';
import { exampleOf } from '../profile/profile-schema.ts';
import { buildCase } from '../scenario/build-case.ts';
import type { Edit, Scenario } from '../scenario/scenario.ts';
import { isUnavailable } from '../scenario/unavailable.ts';
import { problemOf } from './problem-of.ts';
import type { SetupMistake } from './setup-mistake.ts';

export interface ContentOptions {
  readonly target: Target;
  readonly profile: Profile;
  /** A valid request. */
  readonly scenario: Scenario;
  readonly planned: readonly Scenario[];
}

/**
 * Sends each content that the run uses. It is a mistake of the profile only if the provider has no template for it and
 * accepts other values in the same members: that shows that it knows content of this kind.
 */
export async function checkContents(options: ContentOptions): Promise<SetupMistake[]> {
  const { profile, planned } = options;
  const kinds = new Set(planned.flatMap(({ given: { base } }) => base?.split(' on ')[0] ?? []));
  const contents = (Object.keys(profile.content) as Channel[]).flatMap((channel) =>
    (Object.keys(profile.content[channel] ?? {}) as ContentKind[])
      .filter((kind) => kinds.has(kind))
      .map((kind) => ({ channel, kind })),
  );
  const mistakes = await inParallel(contents, 4, (each) => checkContent(options, each));
  return mistakes.flat();
}

interface Place {
  readonly channel: Channel;
  readonly kind: ContentKind;
}

async function checkContent(options: ContentOptions, place: Place): Promise<SetupMistake[]> {
  const { channel, kind } = place;
  const pointer = `/content/${channel}/${kind}`;
  const other = exampleOf(pointer);
  const own = options.profile.content[channel]?.[kind];
  if (!isObject(other) || !differsInValues(own, other)) return [];
  const outcome = await sendContent(options, place);
  if (outcome === undefined || problemOf(outcome) !== 'matched-template-not-found') return [];
  const example = await sendContent(options, place, other);
  if (example === undefined || !isAccepted(example)) return [];
  const yaml = stringify(other, { collectionStyle: 'flow', lineWidth: 0 }).trim();
  const message = `the provider has no template for it (matched-template-not-found), but accepts ${yaml}: write content that it has a template for`;
  return [{ pointer, message }];
}

function sendContent(
  { target, profile, scenario }: ContentOptions,
  { channel, kind }: Place,
  other?: object,
) {
  const content = { ...profile.content[channel], ...(other === undefined ? {} : { [kind]: other }) };
  const changed = { ...profile, content: { ...profile.content, [channel]: content } };
  const built = buildCase(changed, { ...scenario, given: { base: `${kind} on ${channel}+` } });
  return isUnavailable(built) ? undefined : target.send(built.request);
}

/** The same members at every depth, and at least one other value. */
function differsInValues(own: unknown, other: unknown): boolean {
  return shapeOf(own) === shapeOf(other) && JSON.stringify(own) !== JSON.stringify(other);
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shapeOf).join()}]`;
  if (!isObject(value)) return typeof value;
  const members = Object.entries(value).map(([name, inner]) => `${name}:${shapeOf(inner)}`);
  return `{${members.toSorted().join()}}`;
}

/** What a faulty provider may dislike of every request, whatever its content says. */
const elsewhere = ({ address }: Profile): readonly Edit[] => [
  { set: '/subscriberFilter/address', to: address.replace(/^\+/, '') },
  { set: '/subscriberFilter/type', to: 'phone' },
  { set: '{content}/contentType', to: 'text' },
];

/** Whether the provider takes the same text once something else of the request is changed: then the text is right. */
export async function takesTextOtherwise({ target, profile, scenario }: ContentOptions): Promise<boolean> {
  const outcomes = await inParallel(elsewhere(profile), 3, (edit) => {
    const built = buildCase(profile, { ...scenario, when: { edits: [edit] } });
    return isUnavailable(built) ? Promise.resolve(undefined) : target.send(built.request);
  });
  return outcomes.some((outcome) => outcome !== undefined && isAccepted(outcome));
}
