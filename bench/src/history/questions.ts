import type { Pool } from './fill.ts';

/** A request for the history, another one each time. */
export type Ask = () => Promise<object>;

/** The questions that consumers ask, about messages at random. */
export function questions(pool: Pool, accountId: number, messages: number): Readonly<Record<string, Ask>> {
  async function anyMessage() {
    const { rows } = await pool.query<{ requestId: string; address: string; acceptedAt: Date }>(
      `select request_id as "requestId", address, accepted_at as "acceptedAt" from cascade.messages
       where account_id = $1 and id >= $2 order by id limit 1`,
      [accountId, Math.ceil(Math.random() * (messages - 100))],
    );
    const [message] = rows;
    if (message === undefined) throw new Error('there are no messages');
    return message;
  }
  return {
    requestId: async () => ({ requestId: (await anyMessage()).requestId }),
    'address and 20 s': async () => {
      const { address, acceptedAt } = await anyMessage();
      const time = acceptedAt.getTime();
      return {
        subscriberFilter: { address, type: 'PHONE' },
        dateFrom: new Date(time - 10_000).toISOString(),
        dateTo: new Date(time + 10_000).toISOString(),
      };
    },
    address: async () => ({ subscriberFilter: { address: (await anyMessage()).address, type: 'PHONE' } }),
    '20 s': async () => {
      const time = (await anyMessage()).acceptedAt.getTime();
      return { dateFrom: new Date(time).toISOString(), dateTo: new Date(time + 20_000).toISOString() };
    },
    latest: async () => ({}),
    'latest, limit 1,000': async () => ({ limit: 1_000 }),
    'a channel without messages': async () => ({ channelTypes: ['CHATTWO'] }),
    'a sender without messages': async () => ({ subjectId: 1_000 }),
    'offset 100,000': async () => ({ offset: 100_000 }),
  };
}
