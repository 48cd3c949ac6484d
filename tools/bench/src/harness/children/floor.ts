import { createGuardedAgent, postCallback, statusEventBody } from '@cascade/service/bench';
import { accountOfServer, serveIntake } from '../intake.ts';

/**
 * What HTTP alone costs: the service's HTTP server and its callback sender without a store between them.
 * Sends its address to the parent process.
 */
const [callbackUrl = '', statuses = ''] = process.argv.slice(2);
const agent = createGuardedAgent({ allowLoopback: true });
const [stage = null] = accountOfServer(1).cascades.get(2002)?.stages ?? [];
const headers = { 'content-type': 'application/json', 'user-agent': 'floor' };

const intake: Parameters<typeof serveIntake>[0] = {
  waiting: 0,
  drained: async () => {},
  submit: async ({ message }) => {
    if (message !== undefined) void tell(message);
    return 'accepted' as const;
  },
};

async function tell(message: {
  requestIdAsSent: string;
  kept: Readonly<Record<string, unknown>>;
}): Promise<void> {
  const { requestIdAsSent, kept } = message;
  const comment = String(kept.comment);
  const event = { requestIdAsSent, messageId: 1, cascadeId: 2002, comment, stage, reason: null };
  for (const status of statuses.split(',')) {
    const body = statusEventBody({ ...event, status, at: new Date() });
    await postCallback(agent, { url: callbackUrl, headers, body, timeoutMs: 15_000 });
  }
}

process.send?.((await serveIntake(intake, 1)).url);
process.on('disconnect', () => process.exit());
