import { type Fault, findDuplicates, memberOf, type Place, selectPlaces } from '@cascade/yaml-file';

/** What a schema cannot see: a cascade declared twice, a channel without a text to send. */
export function findContradictions(value: unknown): Fault[] {
  const root: Place = { pointer: '', value };
  return [
    ...findDuplicates(selectPlaces(root, 'cascades/*/id'), 'cascade id'),
    ...selectPlaces(root, 'cascades/*/stages/*/channel').flatMap((channel) =>
      findMissingText(value, channel),
    ),
  ];
}

const channels: readonly unknown[] = ['SMS', 'CHATONE', 'CHATTWO'];

function findMissingText(profile: unknown, { pointer, value: channel }: Place): Fault[] {
  if (typeof channel !== 'string' || !channels.includes(channel)) return [];
  const text = memberOf(memberOf(memberOf(profile, 'content'), channel), 'text');
  return text === undefined
    ? [{ pointer, message: `add content.${channel}.text: this stage has no text to send` }]
    : [];
}
