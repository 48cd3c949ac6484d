import type { GatewayResponse } from '../gateway.ts';
import type { SmppSettings } from './smpp-connection.ts';
import type { WarnOnce } from './warn-once.ts';

/** ESME_RINVEXPIRY. */
const invalidExpiry = 0x62;

/** Octets that SMPP 3.4 gives them (§5.2.1, §5.2.2), without the zero at their end. */
const longest = { systemId: 15, password: 8 } as const;

/**
 * Warns of what an SMSC makes of the settings, and at once of credentials that are longer than SMPP 3.4
 * allows: some SMSCs take them, others cut or refuse them.
 */
export function createWarnings(settings: SmppSettings, warnOnce: WarnOnce) {
  for (const setting of ['systemId', 'password'] as const) {
    const most = longest[setting];
    const message = `the ${setting} has more octets than SMPP 3.4 allows: if the SMSC refuses it, try its beginning`;
    if (Buffer.byteLength(settings[setting]) > most) warnOnce(setting, { most }, message);
  }
  return {
    /** Without an id in the response, SENT is the last status: no receipt can match. */
    missingId({ status, ...response }: GatewayResponse): void {
      if (status !== 'SENT' || 'receiptReference' in response || 'reference' in response) return;
      warnOnce('ids', {}, 'the SMSC accepts messages without an id: no receipt can match them');
    },
    refusal(status: number): void {
      if (status !== invalidExpiry) return;
      const message = 'the SMSC refuses the validity_period: set validity to absolute or none';
      warnOnce('validity', { validity: settings.validity ?? 'relative' }, message);
    },
  };
}
