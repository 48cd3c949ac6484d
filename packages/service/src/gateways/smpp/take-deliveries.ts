import type { Log } from '../../log.ts';
import type { ReceiptMatcher, ReferencedReceipt } from '../match-receipts.ts';
import type { OptOuts, Wish } from '../opt-outs.ts';
import { forwardText } from './forward-text.ts';
import { type Delivery, readDelivery, type SmppReceipt } from './read-delivery.ts';
import { referenceOf } from './reference-of.ts';
import type { Pdu, SmppSettings } from './smpp-connection.ts';
import { subscriberText } from './subscriber-text.ts';
import { createWishTaker } from './take-wishes.ts';
import { createWarnOnce, type WarnOnce } from './warn-once.ts';

/** What came in a deliver_sm or data_sm, as it is counted. */
export type DeliveryKind = Delivery['kind'] | Wish | 'unlisted-state' | 'text-not-taken';

export interface DeliveryOptions {
  /** The name of the gateway, which its references have. */
  readonly name: string;
  readonly settings: SmppSettings;
  readonly receipts: Pick<ReceiptMatcher, 'apply' | 'applyToPart' | 'keep'>;
  /** What was submitted. */
  readonly submits: {
    attemptOf(reference: string): string | undefined;
    answered(seconds: number): Promise<boolean>;
  };
  readonly optOuts: OptOuts;
  readonly log: Log;
  readonly onDelivery?: ((kind: DeliveryKind) => void) | undefined;
}

/** The longest wait of a receipt for responses to outstanding submits. */
const overtakenSeconds = 1;

/** ESME_RX_T_APPN: a temporary error, so the SMSC repeats the text. */
const retryLater = 0x64;

/** Takes what the SMSC delivers. */
export class DeliveryTaker {
  readonly #options: DeliveryOptions;
  readonly #warnOnce: WarnOnce;
  readonly #applyWish: ReturnType<typeof createWishTaker>;
  #unmatched = 0;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#warnOnce = createWarnOnce(options.name, options.log);
    this.#applyWish = createWishTaker(options);
  }

  /**
   * Resolves to the command status of the response: for a receipt once it is committed, be it without its
   * attempt; for a text once the operator has it.
   */
  async take(deliver: Pdu): Promise<number> {
    const delivery = readDelivery(deliver, this.#options.settings);
    if (delivery.kind === 'text') return this.#takeText(deliver, delivery.maybe);
    if (delivery.kind === 'receipt') await this.#takeReceipt(delivery.receipt);
    else this.#options.onDelivery?.(delivery.kind);
    if (delivery.kind === 'without-id') this.#warnOnce('without id', {}, 'a receipt names no message');
    return 0;
  }

  async #takeReceipt(receipt: SmppReceipt): Promise<void> {
    this.#note(receipt);
    // SENT would say nothing that the response does not.
    if (!(await this.#apply(receipt)) && receipt.status !== 'SENT') await this.#keep(receipt);
  }

  async #takeText(deliver: Pdu, maybe: SmppReceipt | undefined): Promise<number> {
    if (maybe === undefined || !(await this.#apply(maybe))) return this.#forward(deliver);
    this.#note(maybe);
    return 0;
  }

  /**
   * Resolves to whether an attempt of ours has the id. The receipt may overtake the response to its submit.
   */
  async #apply(receipt: SmppReceipt): Promise<boolean> {
    const { submits } = this.#options;
    const report = this.#reportOf(receipt);
    const applied = () => this.#applyTo(report, submits.attemptOf(report.reference));
    // A response in the same segment is noted in a microtask, and may give the id to a younger attempt.
    await Promise.resolve();
    if (await applied()) return true;
    await submits.answered(overtakenSeconds);
    return submits.attemptOf(report.reference) !== undefined && applied();
  }

  async #applyTo(report: ReferencedReceipt, heard: string | undefined): Promise<boolean> {
    const { settings, receipts } = this.#options;
    // A text that was heard is none of parts.
    const hasParts = settings.receiptOf === 'each' && heard === undefined;
    return (hasParts && (await receipts.applyToPart(report))) || receipts.apply(report, heard);
  }

  async #keep(receipt: SmppReceipt): Promise<void> {
    const { name, receipts, log } = this.#options;
    await receipts.keep(this.#reportOf(receipt));
    this.#unmatched += 1;
    // A few for each lost connection are normal.
    if (/^10+$/.test(String(this.#unmatched)))
      log.warn(
        { gateway: name, receipts: this.#unmatched },
        'receipts match no message: if this goes on, set messageIds, how the SMSC writes its ids',
      );
  }

  #reportOf({ id, status, reason }: SmppReceipt): ReferencedReceipt {
    const { name, settings } = this.#options;
    const reference = referenceOf(name, id, settings.messageIds?.receipt);
    return { reference, status, ...(reason !== undefined && { reason }) };
  }

  #note({ unlisted, remark }: SmppReceipt): void {
    const { onDelivery } = this.#options;
    onDelivery?.('receipt');
    if (remark !== undefined) this.#warnOnce(remark, {}, remark);
    if (unlisted === undefined) return;
    onDelivery?.('unlisted-state');
    const message = 'the state of a receipt is not known and changes nothing: add it to states';
    this.#warnOnce(`state ${unlisted}`, { state: unlisted }, message);
  }

  /** The operator gets the text, if there is a URL. */
  async #forward(deliver: Pdu): Promise<number> {
    const { name, settings, log, onDelivery } = this.#options;
    onDelivery?.('text');
    const { inbound } = settings;
    const text = subscriberText(name, deliver, settings);
    if (!(await this.#applyWish(text))) return retryLater;
    log.info({ gateway: name, isForwarded: inbound !== undefined }, 'a subscriber has sent a text');
    if (inbound === undefined) return 0;
    const failure = await forwardText(inbound, text);
    if (failure === undefined) return 0;
    onDelivery?.('text-not-taken');
    const message = 'the URL for texts of subscribers does not take one: the SMSC is asked to repeat it';
    log.warn({ gateway: name, why: failure }, message);
    return retryLater;
  }
}
