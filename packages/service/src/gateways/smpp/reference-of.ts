import type { IdForm } from './smpp-settings.ts';

const digits: Readonly<Record<IdForm, RegExp>> = { decimal: /^[0-9]+$/, hex: /^[0-9a-f]+$/i };

/** The longest id that is told apart: an index has room for it. SMPP 3.4 gives an id 64 characters (§5.2.23). */
const longestId = 255;

/**
 * Our reference of a message by the SMSC's id. By its form an id becomes a decimal number without leading zeros, so that a
 * response and a receipt agree; without a form, or if it does not have it, it stays as it is.
 */
export function referenceOf(gateway: string, id: string, form: IdForm | undefined): `smpp:${string}` {
  // PostgreSQL cannot store U+0000, which ends an id in SMPP.
  const [text = ''] = id.slice(0, longestId).split('\0', 1);
  const canonical =
    form === undefined || !digits[form].test(text) ? text : BigInt(form === 'hex' ? `0x${text}` : text);
  return `smpp:${gateway}:${canonical}`;
}
