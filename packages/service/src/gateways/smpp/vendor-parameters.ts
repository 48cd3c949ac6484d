import smpp from 'smpp';
import type { Fields, SmppSettings } from './smpp-connection.ts';

/**
 * Fields with the optional parameters of vendors (SMPP 3.4, §5.3.1), by tag: a text as its octets, or octets
 * in hexadecimal. The library writes a parameter by its name, so each tag gets one.
 */
export function vendorParameters(parameters: SmppSettings['parameters'] = {}): Fields {
  return Object.fromEntries(
    Object.entries(parameters).map(([tag, value]) => {
      const id = Number(tag);
      const name = `vendor_${id.toString(16)}`;
      smpp.tlvs[name] = { id, type: smpp.tlvs.message_payload.type };
      return [name, typeof value === 'string' ? Buffer.from(value) : Buffer.from(value.hex, 'hex')];
    }),
  );
}
