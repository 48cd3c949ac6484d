import type { SubscriberText } from '@cascade/types/gateway';
import { describeError } from '../../log.ts';
import type { DeliveryOptions } from './take-deliveries.ts';
import { wishOf } from './wish-of.ts';

/**
 * Takes texts such as STOP: they change the lists of the accounts that have the number they were sent to
 * (ADR-0054). Resolves to false if that cannot be stored.
 */
export function createWishTaker(
  options: Pick<DeliveryOptions, 'name' | 'settings' | 'optOuts' | 'log' | 'onDelivery'>,
): (text: SubscriberText) => Promise<boolean> {
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
