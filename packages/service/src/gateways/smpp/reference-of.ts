import type { SmppSettings } from './smpp-connection.ts';

/** How the SMSC writes its ids. */
type IdForm = NonNullable<SmppSettings['messageIds']>['response'];

/** An id in the spelling that responses and receipts share; as it is, if it does not have the form. */
const canonical: Readonly<Record<IdForm, (id: string) => string>> = {
  decimal: (id) => (/^[0-9]+$/.test(id) ? String(BigInt(id)) : id),
  hex: (id) => (/^[0-9a-f]+$/i.test(id) ? String(BigInt(`0x${id}`)) : id),
  caseless: (id) => id.toLowerCase(),
};

/**
 * SMPP 3.4 gives an id 64 characters (§5.2.23). A receipt has no room for more, whatever the response had: a
 * longer id is compared by its beginning.
 */
const longestId = 64;

/**
 * The SMSC's id in a reference, if it is there as the response had it: not in a canonical spelling, not cut.
 */
export function messageIdOf(
  gateway: string,
  reference: string | null,
  form: IdForm | undefined,
): string | undefined {
  const prefix = `smpp:${gateway}:`;
  if (form !== undefined || reference === null || !reference.startsWith(prefix)) return undefined;
  const id = reference.slice(prefix.length);
  return id !== '' && id.length < longestId ? id : undefined;
}

/**
 * Our reference of a message by the SMSC's id, in the spelling of its form, so that a response and a receipt
 * agree. With `decimal` and `hex` an id becomes a decimal number without leading zeros.
 */
export function referenceOf(gateway: string, id: string, form: IdForm | undefined): `smpp:${string}` {
  // PostgreSQL cannot store U+0000, which ends an id in SMPP.
  const [text = ''] = id.slice(0, longestId).split('\0', 1);
  return `smpp:${gateway}:${form === undefined ? text : canonical[form](text)}`;
}
