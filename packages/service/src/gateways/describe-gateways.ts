import { channels } from '../channels.ts';
import type { GatewaySettings } from './create-gateways.ts';

/** The channels that no setting names, and that would only be simulated. */
export function findUndeclared(settings: GatewaySettings): readonly string[] {
  const { http = {}, smpp = {}, simulated = [], none = [] } = settings;
  const declared = new Set([...Object.keys(http), ...Object.keys(smpp), ...simulated, ...none]);
  return channels.filter((channel) => !declared.has(channel));
}

/** What becomes of the messages of a channel. */
export interface GatewayDescription {
  readonly channel: string;
  readonly gateway: string;
}

/** Of each channel. Of a URL it has the host only, since a path may hold a secret. */
export function describeGateways(
  settings: GatewaySettings,
  hasReceipts: boolean,
): readonly GatewayDescription[] {
  return channels.map((channel) => ({ channel, gateway: describe(channel, settings, hasReceipts) }));
}

function describe(channel: string, settings: GatewaySettings, hasReceipts: boolean): string {
  const { http = {}, smpp = {}, none = [] } = settings;
  const web = http[channel];
  if (web !== undefined) {
    const statuses = hasReceipts
      ? 'receipts at /gateway/receipts of the operations port'
      : 'no receipts are accepted, so a message that it answers with SENT stays SENT; add receipts to the service file';
    return `http, ${URL.parse(web.url)?.host ?? 'an invalid URL'}; ${statuses}`;
  }
  const smsc = smpp[channel];
  if (smsc !== undefined) return `smpp, ${smsc.host}:${smsc.port} as ${smsc.systemId}`;
  if (none.includes(channel))
    return 'none: stages end UNDELIVERED with message-undeliverable, and are not charged';
  return 'SIMULATED: nothing is sent';
}
