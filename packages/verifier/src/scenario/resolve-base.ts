import type { Channel, Contents, Profile, ProfileCascade } from '../generated/profile.ts';
import type { JsonObject } from '../json.ts';
import { lacking, lackingCascade, type Unavailable } from './unavailable.ts';

/** A request that passes, made from the profile, before it has an id. */
export interface Base {
  readonly cascade: ProfileCascade;
  /** The channel that carries the kind of content. */
  readonly channel: Channel;
  readonly kind: keyof Contents;
  /** `content` of the request, a member for each channel of the cascade. */
  readonly content: JsonObject;
}

const members: Readonly<Record<Channel, string>> = {
  SMS: 'smsContent',
  CHATONE: 'chatoneContent',
  CHATTWO: 'chattwoContent',
};

const channels: readonly Channel[] = ['CHATTWO', 'CHATONE', 'SMS'];

/** The member of `content` that holds the content of a channel (§2.1). */
export function contentFieldOf(channel: Channel): string {
  return members[channel];
}

function channelsOf(cascade: ProfileCascade): Channel[] {
  return [...new Set(cascade.stages.map(({ channel }) => channel))];
}

/** The channel that a cascade has no stage for, if there is one. */
export function absentChannel(cascade: ProfileCascade): Channel | undefined {
  return channels.toReversed().find((channel) => !channelsOf(cascade).includes(channel));
}

/** Finds in the profile what a scenario's `base` names: `<kind> on <channels>`. */
export function resolveBase(profile: Profile, base: string): Base | Unavailable {
  const [kind, where] = base.split(' on ') as [keyof Contents, string];
  const found = findCascade(profile, kind, where);
  if (found === undefined) return lackFor(profile, kind, where);
  const { cascade, channel } = found;
  if (profile.content[channel]?.[kind] === undefined) return lacking(`/content/${channel}/${kind}`);
  const content = channelsOf(cascade).map((each) => [
    contentFieldOf(each),
    profile.content[each]?.[each === channel ? kind : 'text'],
  ]);
  return { cascade, channel, kind, content: Object.fromEntries(content) };
}

/** What a profile without such a cascade, or without such content for it, has to add. */
function lackFor({ cascades }: Profile, kind: keyof Contents, where: string): Unavailable {
  const why = `the profile has no ${nameOf(where)}`;
  if (where === 'largest') return lackingCascade(['CHATTWO'], why, 1_000_000);
  if (where === 'million') return lackingCascade(['SMS', 'CHATTWO'], why, 1_000_000);
  if (where === 'olderCoverage') return olderCoverage(why);
  if (where !== 'any') return lackingCascade(where.replace(/\+$/, '').split('+'), why);
  const single = channels.find((channel) => withExactly(cascades, [channel]));
  // Texts are possible on each channel, other kinds on this one (§2.2).
  if (kind !== 'text' && withExactly(cascades, ['CHATTWO']) === undefined)
    return lackingCascade(['CHATTWO'], why);
  return single === undefined ? lackingCascade(['SMS'], why) : lacking(`/content/${single}/${kind}`, why);
}

function olderCoverage(unavailable: string): Unavailable {
  const stages = [{ channel: 'SMS' }, { channel: 'CHATONE' }];
  return { unavailable, lacks: { pointer: '/cascades', value: { id: 12_345, olderCoverage: true, stages } } };
}

function nameOf(where: string): string {
  if (where === 'largest') return 'cascade with an id above 999 that lacks a channel';
  if (where === 'million')
    return 'cascade with SMS, another channel and an id above 999,999: ids are not judged from there on';
  if (where === 'olderCoverage') return 'cascade with olderCoverage';
  return where === 'any'
    ? 'such content for a cascade of one channel'
    : `cascade for ${where.replace(/\+$/, '').replaceAll('+', ' and ')}`;
}

function findCascade(
  profile: Profile,
  kind: keyof Contents,
  where: string,
): { cascade: ProfileCascade; channel: Channel } | undefined {
  const ordinary = profile.cascades.filter(({ olderCoverage }) => olderCoverage !== true);
  const withFirst = (cascade: ProfileCascade | undefined, channel?: Channel) => {
    const first = channel ?? cascade?.stages[0]?.channel;
    return cascade === undefined || first === undefined ? undefined : { cascade, channel: first };
  };
  if (where === 'olderCoverage')
    return withFirst(
      profile.cascades.find((cascade) => cascade.olderCoverage === true && channelsOf(cascade).length > 1),
    );
  if (where === 'million')
    return withFirst(
      ordinary.find(
        (each) => each.id > 999_999 && channelsOf(each).includes('SMS') && channelsOf(each).length > 1,
      ),
    );
  if (where === 'largest') {
    const lacking = ordinary.filter((cascade) => cascade.id > 999 && absentChannel(cascade) !== undefined);
    return withFirst(lacking.toSorted((a, b) => b.id - a.id)[0]);
  }
  if (where === 'any') {
    const channel = channels.find((each) => profile.content[each]?.[kind] && withExactly(ordinary, [each]));
    return channel && withFirst(withExactly(ordinary, [channel]), channel);
  }
  if (where.endsWith('+')) {
    const channel = channels.find((each) => each === where.slice(0, -1));
    const having = ordinary.filter(
      (cascade) => channel !== undefined && channelsOf(cascade).includes(channel),
    );
    return withFirst(having.toSorted((a, b) => a.stages.length - b.stages.length)[0], channel);
  }
  const wanted = where.split('+') as Channel[];
  return withFirst(withExactly(ordinary, wanted), wanted[0]);
}

function withExactly(
  cascades: readonly ProfileCascade[],
  wanted: readonly Channel[],
): ProfileCascade | undefined {
  return cascades.find((cascade) => {
    const has = channelsOf(cascade);
    return has.length === wanted.length && wanted.every((channel) => has.includes(channel));
  });
}
