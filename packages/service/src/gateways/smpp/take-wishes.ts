import type { SubscriberText } from '@cascade/types/gateway';
import { describeError, type Log } from '../../log.ts';
import type { OptOuts, Wish } from '../opt-outs.ts';
import type { SmppSettings } from './smpp-connection.ts';
import { wishOf } from './wish-of.ts';

interface WishOptions {
  /** The name of the gateway: its channel. */
  readonly name: string;
  readonly settings: Pick<SmppSettings, 'optOut'>;
  readonly optOuts: OptOuts;
  readonly log: Log;
  /** Called with each wish that was stored. */
  readonly onDelivery?: ((wish: Wish) => void) | undefined;
}

/**
 * Takes texts such as STOP: they change the lists of the accounts that have the number they were sent to
 * (ADR-0054). Resolves to false if that cannot be stored.
 */
export function createWishTaker(options: WishOptions): (text: SubscriberText) => Promise<boolean> {
  const { name: channel, settings, optOuts, log, onDelivery } = options;
  return async (text) => {
    const wish = settings.optOut === undefined ? undefined : wishOf(text, settings.optOut);
    if (wish === undefined) return true;
    try {
      const accounts = await optOuts.apply(wish, text.from, { channel, subject: text.to });
      onDelivery?.(wish);
      log.info(
        { gateway: channel, wish, accounts },
        'a subscriber wants no more messages, or wants them again',
      );
      return true;
    } catch (error) {
      const message = 'the wish of a subscriber cannot be stored: the SMSC is asked to repeat it';
      log.warn({ gateway: channel, error: describeError(error) }, message);
      return false;
    }
  };
}
