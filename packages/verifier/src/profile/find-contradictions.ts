import type { Channel, Profile } from './profile.ts';

/** What a schema cannot say: a cascade declared twice, or a channel without a text to send. */
export function findContradictions(profile: Profile): { pointer: string; says: string }[] {
  const { cascades, content } = profile;
  const twice = cascades.flatMap(({ id }, at) =>
    cascades.findIndex((other) => other.id === id) < at
      ? [{ pointer: `/cascades/${at}/id`, says: `cascade ${id} is declared twice` }]
      : [],
  );
  const used = cascades.flatMap(({ stages }, cascade) =>
    stages.map(({ channel }, stage) => ({
      channel,
      pointer: `/cascades/${cascade}/stages/${stage}/channel`,
    })),
  );
  const hasText = (channel: Channel) => content[channel]?.text !== undefined;
  const silent = used
    .filter(({ channel }) => !hasText(channel))
    .map(({ channel, pointer }) => ({ pointer, says: `content.${channel}.text is missing for this stage` }));
  return [...twice, ...silent];
}
