import {
  createGuardedAgent,
  createScheduleMessage,
  createServer,
  postCallback,
  statusEventBody,
} from '@cascade/service/bench';
import { benchAccount } from '../bench-account.ts';

/**
 * What HTTP alone costs: the service's HTTP server and its callback sender without a store between them.
 * Sends its address to the parent process.
 */
const [callbackUrl = '', statuses = ''] = process.argv.slice(2);
const agent = createGuardedAgent({ allowLoopback: true });
const [stage = null] = benchAccount(1).cascades.get(2002)?.stages ?? [];

const intake = {
  waiting: 0,
  drained: async () => {},
  submit: async ({ message }: Parameters<Parameters<typeof createScheduleMessage>[0]['submit']>[0]) => {
    if (message !== undefined) void tell(message);
    return 'accepted' as const;
  },
};

async function tell({
  requestIdAsSent,
  comment,
}: {
  requestIdAsSent: string;
  comment: string | null;
}): Promise<void> {
  for (const status of statuses.split(',')) {
    const event = {
      requestIdAsSent,
      messageId: 1,
      cascadeId: 2002,
      comment,
      stage,
      status,
      reason: null,
      at: new Date(),
    };
    const headers = { 'content-type': 'application/json', 'user-agent': 'floor' };
    await postCallback(agent, { url: callbackUrl, headers, body: statusEventBody(event), timeoutMs: 15_000 });
  }
}

const account = benchAccount(1);
const server = createServer({
  directory: { findByKey: () => account },
  operations: { '/api/cascade/schedule': createScheduleMessage(intake) },
  log: { info: () => {}, warn: () => {}, error: () => {} },
});
process.send?.(await server.listen({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', () => process.exit());
