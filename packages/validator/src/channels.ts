/** The channels of §1 in the order of §2.1, each with its member of `content`. */
export const channels = [
  { channel: 'SMS', member: 'smsContent' },
  { channel: 'CHATONE', member: 'chatoneContent' },
  { channel: 'CHATTWO', member: 'chattwoContent' },
] as const;

/** The member of `content` for a channel, e.g. `smsContent`. */
export function contentMember(channel: string): string | undefined {
  return channels.find((one) => one.channel === channel)?.member;
}
