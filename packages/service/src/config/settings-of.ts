import { defined } from '../defined.ts';
import type { HttpGatewayOptions } from '../gateways/http-gateway.ts';
import type { SmppSettings } from '../gateways/smpp/smpp-settings.ts';
import type { ServiceOptions } from '../start-service.ts';
import type { DeclaredGateway, DeclaredService } from './declared-service.ts';

/** The service options that a configuration file can set. */
export type ServiceSettings = Pick<
  ServiceOptions,
  'gateways' | 'receiptSecrets' | 'lengthLimits' | 'privateReceivers' | 'lagSeconds'
>;

export function settingsOf({ gateways = {}, receipts, limits, callbacks }: DeclaredService): ServiceSettings {
  const http: Record<string, HttpGatewayOptions> = {};
  const smpp: Record<string, SmppSettings> = {};
  const channelsOf = (wanted: DeclaredGateway['kind']) =>
    Object.keys(gateways).filter((channel) => gateways[channel]?.kind === wanted);
  for (const [channel, declared] of Object.entries(gateways)) {
    if (declared.kind === 'http') {
      const { kind: _, ...settings } = declared;
      http[channel] = settings;
    }
    if (declared.kind === 'smpp') {
      const { kind: _, ...settings } = declared;
      smpp[channel] = settings;
    }
  }
  return {
    gateways: { http, smpp, simulated: channelsOf('simulator'), none: channelsOf('none') },
    receiptSecrets: receipts?.secrets ?? [],
    lengthLimits: limits?.messageLength ?? {},
    privateReceivers: callbacks?.privateReceivers ?? [],
    ...defined({ lagSeconds: limits?.lagSeconds }),
  };
}
