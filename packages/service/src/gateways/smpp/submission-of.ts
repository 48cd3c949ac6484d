import { readContent } from '@cascade/transition';
import smpp from 'smpp';
import type { GatewayAttempt } from '../gateway.ts';
import { createReferences } from './create-references.ts';
import { encodeText } from './encode-text.ts';
import type { Fields, SmppSettings } from './smpp-connection.ts';
import { validityOctets } from './validity.ts';
import { vendorParameters } from './vendor-parameters.ts';

/**
 * The fields of each submit_sm of an attempt, or the undelivered reason (§7.4) if SMPP cannot carry the
 * message.
 */
export type Submission = { readonly submits: readonly Fields[] } | { readonly refusal: string };

/** The settings that say how messages are submitted. */
export type SubmissionSettings = Pick<
  SmppSettings,
  | 'alphabet'
  | 'dataCoding'
  | 'longTexts'
  | 'references'
  | 'source'
  | 'destination'
  | 'serviceType'
  | 'registeredDelivery'
  | 'parameters'
  | 'priority'
  | 'senders'
  | 'interfaceVersion'
  | 'receiptOf'
  | 'largestPdu'
  | 'validity'
>;

/** `registered_delivery`: a receipt for the final outcome, or none (SMPP 3.4, §5.2.17). */
const finalReceipt = 1;
const noReceipt = 0;

/**
 * Makes the submit_sm of attempts; several if a long text is sent in parts. `user_message_reference` is
 * derived from the attempt id, so it is the same when the attempt is repeated. It has 16 bits: only a hint
 * for an SMSC that detects duplicates. Of a text in parts the last one asks for a receipt, which counts for
 * all, unless `receiptOf` says that each does. `validity_period` follows when the submit is written.
 */
export function createSubmissions(
  settings: SubmissionSettings = {},
): (attempt: GatewayAttempt) => Submission {
  const { serviceType = '', registeredDelivery = finalReceipt, largestPdu, receiptOf } = settings;
  const referenceFor = createReferences({ bits: settings.references ?? 8 });
  const ownOf = createSenders(settings);
  const hasOptional = settings.interfaceVersion !== withoutOptional;
  const encoding = hasOptional ? settings : { ...settings, longTexts: 'parts' as const };

  return ({ attemptId, address, addressType, subject, content, expiresAt = null }) => {
    const addressed = { address, addressType, subject };
    const destination = destinationOf(addressed, settings.destination);
    if (destination === undefined) return { refusal: 'error-address-format' };
    const source = sourceOf(addressed, settings.source);
    if (source === undefined) return { refusal: 'error-subject-unknown' };
    const { text } = readContent(content);
    if (text === '') return { refusal: 'message-undeliverable' };
    const start = referenceOf(attemptId);
    const parts = encodeText(text, encoding, () => referenceFor({ address, attemptId, start }));
    if (parts === undefined) return { refusal: 'too-long-message' };
    const last = parts.length - 1;
    const submits = parts.map((part, at) => ({
      service_type: serviceType,
      // The reference comes before the payload: the library of some SMSCs cannot read a long payload before
      // another TLV.
      ...source,
      ...destination,
      ...(hasOptional && { user_message_reference: start }),
      ...ownOf(subject),
      ...part,
      registered_delivery: at === last || receiptOf === 'each' ? registeredDelivery : noReceipt,
    }));
    const validity = expiresAt === null || settings.validity === 'none' ? 0 : validityOctets;
    const isTooLarge =
      largestPdu !== undefined && submits.some((submit) => lengthOf(submit) + validity > largestPdu);
    return isTooLarge ? { refusal: 'too-long-message' } : { submits };
  };
}

/** An `interface_version` of SMPP 3.3, which has no optional parameters. */
const withoutOptional = 0x33;

/** The priority, and the parameters of the vendor, of a sender. */
function createSenders(settings: SubmissionSettings): (subject: string | null) => Fields {
  const { priority = 0, parameters, senders = {}, interfaceVersion } = settings;
  const make = (own: typeof settings | undefined): Fields => ({
    priority_flag: own?.priority ?? priority,
    ...(interfaceVersion !== withoutOptional && vendorParameters(parameters)),
    ...(interfaceVersion !== withoutOptional && vendorParameters(own?.parameters)),
  });
  const usual = make(undefined);
  const bySender = new Map(Object.entries(senders).map(([sender, own]) => [sender, make(own)]));
  return (subject) => bySender.get(subject ?? '') ?? usual;
}

/** Whom a text is from, and to. */
type Addressed = Pick<GatewayAttempt, 'address' | 'addressType' | 'subject'>;

/** The sender and the number of a text, as they were submitted. */
export function addressesOf(
  addressed: Addressed,
  { source, destination }: Pick<SmppSettings, 'source' | 'destination'>,
): Fields {
  return { ...sourceOf(addressed, source), ...destinationOf(addressed, destination) };
}

/** Octets of the whole PDU. */
function lengthOf(submit: Fields): number {
  return new smpp.PDU('submit_sm', submit).toBuffer().length;
}

/**
 * The end of an attempt id is random; its head names the account, which many messages share (`newKeyedId`).
 */
function referenceOf(attemptId: string): number {
  return Number.parseInt(attemptId.slice(-4), 16) || 0;
}

/** Type of number and numbering plan (SMPP 3.4, §5.2.5 and §5.2.6). */
interface Numbering {
  readonly ton: number;
  readonly npi: number;
}

const international: Numbering = { ton: 1, npi: 1 };
const shortCode: Numbering = { ton: 3, npi: 0 };
const alphanumeric: Numbering = { ton: 5, npi: 0 };
const unknown: Numbering = { ton: 0, npi: 0 };

/** By the form of an address, or as the contract with the SMSC says. */
type NumberingSettings = SmppSettings['source'];

function destinationOf({ address, addressType }: Addressed, own: NumberingSettings): Fields | undefined {
  const { ton, npi } = { ...(addressType === 'PHONE' ? international : unknown), ...own };
  const destination_addr = address.replace(/^\+/, '');
  if (!/^[\x21-\x7e]{1,20}$/.test(destination_addr)) return undefined;
  return { dest_addr_ton: ton, dest_addr_npi: npi, destination_addr };
}

/**
 * The sender signature: a name of at most 11 characters (3GPP TS 23.040, §9.1.2.5), a number, or a short
 * code. Without one the SMSC uses its default.
 */
function sourceOf({ subject }: Addressed, own: NumberingSettings): Fields | undefined {
  const kind = kindOf(subject);
  const source_addr = kind === international ? subject?.replace(/^\+/, '') : (subject ?? '');
  if (kind === alphanumeric && !/^[\x20-\x7e]{1,11}$/.test(subject ?? '')) return undefined;
  const { ton, npi } = { ...kind, ...own };
  return { source_addr_ton: ton, source_addr_npi: npi, source_addr };
}

function kindOf(subject: string | null): Numbering {
  if (subject === null) return unknown;
  if (/^\+?[0-9]{7,15}$/.test(subject)) return international;
  return /^[0-9]{3,6}$/.test(subject) ? shortCode : alphanumeric;
}
