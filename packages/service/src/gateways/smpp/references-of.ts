import { canonicalId } from './canonical-id.ts';
import type { MessageIdForms } from './smpp-settings.ts';

/** Our references of messages, by the ids that the SMSC gives in its responses and in its receipts. */
export function referencesOf(name: string, forms: MessageIdForms | undefined) {
  const referenceOf = (id: string) => `smpp:${name}:${id}`;
  return {
    ofResponse: (id: string) => referenceOf(canonicalId(id, forms?.response)),
    ofReceipt: (id: string) => referenceOf(canonicalId(id, forms?.receipt)),
  };
}
