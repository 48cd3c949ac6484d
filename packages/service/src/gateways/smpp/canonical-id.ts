import type { IdForm } from './smpp-settings.ts';

const digits: Readonly<Record<IdForm, RegExp>> = { decimal: /^[0-9]+$/, hex: /^[0-9a-f]+$/i };

/**
 * The SMSC's id of a message as a decimal number without leading zeros, so that a response and a receipt agree.
 * Unchanged without a form, or if it does not have that form.
 */
export function canonicalId(id: string, form: IdForm | undefined): string {
  if (form === undefined || !digits[form].test(id)) return id;
  return BigInt(form === 'hex' ? `0x${id}` : id).toString();
}
