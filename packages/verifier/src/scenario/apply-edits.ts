import { randomUUID } from 'node:crypto';
import type { Buttons, Channel, Profile } from '../generated/profile.ts';
import { isObject, type JsonObject } from '../json.ts';
import { valueAt, withoutValueAt, withValueAt } from '../json-pointer.ts';
import { absentChannel, type Base, contentFieldOf } from './resolve-base.ts';
import type { Edit, EditValue } from './scenario.ts';
import { isUnavailable, lacking, type Unavailable } from './unavailable.ts';

/** The profile and base that edits take places and values from. */
export interface EditContext {
  readonly profile: Profile;
  readonly base: Base;
}

/** The body after all edits, or what the profile lacks for one of them. */
export function applyEdits(
  body: JsonObject,
  edits: readonly Edit[],
  context: EditContext,
): { readonly body: unknown } | Unavailable {
  let edited: unknown = body;
  for (const edit of edits) {
    const pointer = resolvePointer('remove' in edit ? edit.remove : edit.set, context);
    if (typeof pointer !== 'string') return pointer;
    if ('remove' in edit) {
      if (valueAt(edited, pointer) === undefined)
        return { unavailable: `the base content of the profile has no ${pointer}` };
      edited = withoutValueAt(edited, pointer);
      continue;
    }
    const made = makeValue(edit.to, context, edited);
    if (isUnavailable(made)) return made;
    const parent = pointer.slice(0, pointer.lastIndexOf('/'));
    if (valueAt(edited, parent) === undefined)
      return { unavailable: `the base content of the profile has no ${parent}` };
    edited = withValueAt(edited, pointer, made.value);
  }
  return { body: edited };
}

const placeNames = [
  'buttons',
  'action',
  'payload',
  'listItem',
  'useMarketingMessagesApi',
  'messageActivitySharing',
] as const;

/** Fills in `{…}`; see scenario.schema.yaml for what each stands for. */
export function resolvePointer(pointer: string, { profile, base }: EditContext): string | Unavailable {
  const content = `/content/${contentFieldOf(base.channel)}`;
  const absent = absentChannel(base.cascade);
  const last = base.cascade.stages.at(-1)?.channel ?? base.channel;
  let missing: string | undefined;
  const resolved = pointer.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'content') return content;
    if (name === 'last') return `/content/${contentFieldOf(last)}`;
    if (name === 'absent' && absent !== undefined) return `/content/${contentFieldOf(absent)}`;
    const place = placeOf(name, profile);
    if (place === undefined) missing = placeNames.some((each) => each === name) ? name : 'listItem';
    return place?.startsWith('/') ? `${content}${place}` : (place ?? '');
  });
  return missing === undefined ? resolved : lacking(`/places/${missing}`);
}

function placeOf(name: string, { places }: Profile): string | undefined {
  const known = placeNames.find((each) => each === name);
  if (known !== undefined) return places?.[known];
  return places?.listItem === undefined ? undefined : placeNear(places.listItem, name);
}

/**
 * A place near the profile's list item, whose pointer contains the index of its section and ends with its
 * own.
 */
function placeNear(listItem: string, name: string): string | undefined {
  const [, section, number, item, at] = /^(.*)\/(\d+)(\/.*)\/(\d+)$/.exec(listItem) ?? [];
  if (section === undefined) return undefined;
  const next = `${section}/${Number(number) + 1}`;
  const places: Readonly<Record<string, string>> = {
    sections: section,
    nextItem: `${section}/${number}${item}/${Number(at) + 1}`,
    section: `${section}/${number}`,
    nextSection: next,
    itemOfNextSection: `${next}${item}/${at}`,
  };
  return places[name];
}

function makeValue(
  value: unknown,
  context: EditContext,
  edited: unknown,
): { readonly value: unknown } | Unavailable {
  if (!isMade(value)) return { value };
  if ('$characters' in value) return { value: 'a'.repeat(value.$characters) };
  if ('$fresh' in value) return { value: `${value.$fresh}${randomUUID().slice(0, 8)}` };
  if ('$unknownCascade' in value) return { value: unknownCascade(context.profile) };
  if ('$ownCascade' in value) return { value: ownCascade(context.base, value.$ownCascade) };
  if ('$copy' in value) return copy(value.$copy, context, edited);
  if ('$inList' in value) return { value: [valueAt(edited, value.$inList)] };
  if ('$button' in value) return makeButton(value.$button, context.profile);
  if ('$content' in value) return makeContent(value.$content, context);
  return makeButtons(value.$buttons, context.profile);
}

function isMade(value: unknown): value is EditValue {
  return isObject(value) && Object.keys(value)[0]?.startsWith('$') === true;
}

/** An id that no cascade of the profile has; far from those that a provider would hand out next. */
function unknownCascade({ cascades }: Profile): number {
  return Math.max(...cascades.map(({ id }) => id), 0) + 987_654;
}

function copy(
  pointer: string,
  context: EditContext,
  edited: unknown,
): { readonly value: unknown } | Unavailable {
  const from = resolvePointer(pointer, context);
  return typeof from === 'string' ? { value: valueAt(edited, from) } : from;
}

/** The id of the cascade as it must not be written (§2.1). */
function ownCascade({ cascade: { id } }: Base, as: 'text' | 'fraction'): string | number {
  return as === 'text' ? String(id) : id + 0.5;
}

function makeButton(
  kind: keyof Buttons,
  { buttons = {} }: Profile,
): { readonly value: unknown } | Unavailable {
  const { [kind]: value } = buttons;
  return value === undefined ? lacking(`/buttons/${kind}`) : { value };
}

function makeContent(
  channel: Channel | 'absent',
  { profile, base }: EditContext,
): { readonly value: unknown } | Unavailable {
  const wanted = channel === 'absent' ? absentChannel(base.cascade) : channel;
  const value = wanted && (profile.content[wanted]?.text ?? Object.values(profile.content)[0]?.text);
  return value ? { value } : { unavailable: 'the profile has no text content' };
}

function makeButtons(
  counts: Readonly<Partial<Record<keyof Buttons, number>>>,
  { buttons = {} }: Profile,
): { readonly value: unknown } | Unavailable {
  const kinds = ['QUICK_REPLY', 'URL', 'PHONE'] as const;
  const absent = kinds.find((kind) => counts[kind] !== undefined && buttons[kind] === undefined);
  if (absent !== undefined) return lacking(`/buttons/${absent}`);
  return { value: kinds.flatMap((kind) => Array.from({ length: counts[kind] ?? 0 }, () => buttons[kind])) };
}
