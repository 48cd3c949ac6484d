import type { ChannelProfile, ListTemplatesRequest, MessageTemplate } from '@cascade/types';
import { defined } from './objects.ts';

/** What an account declares of its senders and templates, so that all providers list the same (ADR-0059). */
export interface DeclaredSenders {
  /** Where signatures are used. */
  readonly stages: readonly {
    readonly channel: string;
    readonly subjectId: number | null;
    readonly subject: string | null;
  }[];
  /** Without the list, every signature that a stage names is activated. */
  readonly senders?:
    | readonly { readonly channel: string; readonly subject: string; readonly activated?: boolean }[]
    | undefined;
  /** By channel; one without templates accepts every text. */
  readonly templates?:
    | readonly { readonly channel: string; readonly name: string; readonly text: string }[]
    | undefined;
}

/**
 * The signatures of an account: those that stages name, each with its subject id, and the others that it
 * declares.
 *
 * @param query Of the request, as it is in a URL; `types` narrows the channels.
 */
export function listChannelProfiles({ stages, senders }: DeclaredSenders, query: string): ChannelProfile[] {
  const types = new URLSearchParams(query)
    .getAll('types')
    .flatMap((list) => list.split(','))
    .filter((type) => type !== '');
  const isActive = (channel: string, subject: string) =>
    senders === undefined ||
    senders.some((one) => one.channel === channel && one.subject === subject && one.activated !== false);
  const used = stages.flatMap(({ channel, subject, subjectId }) => {
    if (subject === null || subject === '') return [];
    return [toProfile(channel, subject, { active: isActive(channel, subject), subjectId })];
  });
  const isUsed = (channel: string, name: string) =>
    used.some(({ type, subject }) => type === channel && subject === name);
  const unused = (senders ?? [])
    .filter(({ channel, subject }) => !isUsed(channel, subject))
    .map(({ channel, subject }) => toProfile(channel, subject, { active: isActive(channel, subject) }));
  const distinct = new Map([...used, ...unused].map((profile) => [JSON.stringify(profile), profile]));
  return [...distinct.values()]
    .filter(({ type }) => types.length === 0 || types.includes(type))
    .sort(
      (a, b) =>
        order(a.type, b.type) || order(a.subject, b.subject) || order(a.subjectId ?? 0, b.subjectId ?? 0),
    );
}

/** Integrations take a profile without a subject id as not activated. */
function toProfile(
  type: string,
  subject: string,
  { active, subjectId }: { readonly active: boolean; readonly subjectId?: number | null },
): ChannelProfile {
  return {
    name: subject,
    type,
    ...(active ? defined({ subjectId: subjectId ?? undefined }) : {}),
    subject,
    active,
  };
}

/**
 * The templates of the channels on which a sender is. What an account declares is what its texts may match,
 * so registered with the operator and approved.
 *
 * @param request A body that `judgeTemplateList` has passed.
 */
export function listTemplates(
  { stages, templates = [] }: DeclaredSenders,
  request: unknown,
): MessageTemplate[] {
  const { subjectId, matcherTypes = [] }: ListTemplatesRequest = Object(request);
  const channels = new Set(stages.filter((one) => one.subjectId === subjectId).map(({ channel }) => channel));
  if (matcherTypes.length > 0 && !matcherTypes.includes(registered)) return [];
  return templates
    .filter(({ channel }) => channels.has(channel))
    .toSorted((a, b) => order(a.channel, b.channel) || order(a.name, b.name))
    .map(({ channel, name, text }) => ({
      name,
      channelType: channel,
      type: registered,
      status: 'APPROVED',
      content: { text },
    }));
}

const registered = 'OPERATOR';

/** By code units, the same on every machine. */
function order<Value extends string | number>(a: Value, b: Value): number {
  return a < b ? -1 : Number(a > b);
}
