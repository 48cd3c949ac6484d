import type { HistoryClient } from '@cascade/client/history';

/** The same shop, with a mistake for each of the tests. */
export class Shop {
  billed = 0;
  readonly #client: HistoryClient;
  readonly #outcomes = new Map<string, string>();

  constructor(client: HistoryClient) {
    this.#client = client;
  }

  async send(address: string, text: string): Promise<string> {
    const message = {
      cascadeId: 1,
      subscriberFilter: { address, type: 'PHONE' },
      content: { chattwoContent: { contentType: 'TEXT', text }, smsContent: { contentType: 'TEXT', text } },
    };
    const { data } = await this.#client.schedule(message);
    // Sends it again, and each call makes a new request id.
    return (data ?? (await this.#client.scheduleOrThrow(message))).requestId;
  }

  // Takes an event as new each time that it comes, and the first end of a message as the last.
  receive = async (request: Request): Promise<Response> => {
    const { requestId, status } = await request.json();
    if (status === 'DELIVERED') this.billed += 1;
    if (!this.#outcomes.has(requestId)) {
      if (status === 'DELIVERED') this.#outcomes.set(requestId, 'delivered');
      if (status === 'UNDELIVERED') this.#outcomes.set(requestId, 'failed');
    }
    return new Response();
  };

  outcome(requestId: string): Promise<string> {
    return Promise.resolve(this.#outcomes.get(requestId) ?? 'open');
  }
}
