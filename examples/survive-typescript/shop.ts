import type { HistoryClient } from '@cascade/client/history';
import { createStatusHandler, outcomeOf, type ReceivedEvent, type StatusHandler } from '@cascade/webhooks';

/** A shop that sends reminders by one cascade, and bills each delivery to its customer. */
export class Shop {
  /** Deliveries that were billed. */
  billed = 0;
  /** The callback address of the shop. */
  readonly receive: StatusHandler;
  readonly #client: HistoryClient;
  readonly #events: ReceivedEvent[] = [];

  constructor(client: HistoryClient, secret: string) {
    this.#client = client;
    this.receive = createStatusHandler({
      secrets: [secret],
      // Called once for each event, however often it comes.
      onStatus: (event) => {
        this.#events.push(event);
        if (event.status === 'DELIVERED') this.billed += 1;
      },
    });
  }

  /** Resolves with the request id once the message is known to be scheduled. */
  async send(address: string, text: string): Promise<string> {
    const message = {
      requestId: crypto.randomUUID(), // a real shop stores it first
      cascadeId: 1,
      subscriberFilter: { address, type: 'PHONE' },
      content: { chattwoContent: { contentType: 'TEXT', text }, smsContent: { contentType: 'TEXT', text } },
    };
    // Each attempt has the same request id. If its answers are lost, the history tells.
    await this.#client.scheduleOrThrow(message, { resolveUnknown: true });
    return message.requestId;
  }

  /** What became of a message: delivered, failed or open. */
  async outcome(requestId: string): Promise<string> {
    const { data: cascades = [] } = await this.#client.listCascades();
    const events = this.#events.filter((event) => event.requestId === requestId);
    return outcomeOf(events, cascades.find(({ id }) => id === 1)?.stages ?? []);
  }
}
