import { fileURLToPath } from 'node:url';
import { createCallbacks } from './callback/callbacks.ts';
import { parseSecret } from './callback/signing-secret.ts';
import { createDecision } from './decide.ts';
import { createNegotiator } from './description/prism.ts';
import { readDescription } from './description/read-description.ts';
import { createLog } from './log.ts';
import type { Mock, MockOptions } from './mock.ts';
import { listCascades } from './operations/list-cascades.ts';
import { listMessages } from './operations/list-messages.ts';
import { createScheduleMessage } from './operations/schedule-message.ts';
import { setCallback } from './operations/set-callback.ts';
import { createKeyring } from './provider/keyring.ts';
import { readProvider } from './provider/read-provider.ts';
import { createRenderer } from './render.ts';
import { createRouter } from './routes.ts';

const sampleProvider = fileURLToPath(import.meta.resolve('@cascade/spec/samples/provider.yaml'));

/**
 * A mock provider with its own state: it judges each request by the rules of the contract, and Prism renders
 * the answer from the description.
 * @throws {ProviderFileError} if the provider file cannot be used.
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const {
    provider = sampleProvider,
    callbackSecret,
    log: write = () => {},
    now = () => new Date(),
  } = options;
  const { operations, statusEvents } = readDescription();
  const log = createLog(write, now);
  const stopping = new AbortController();
  const key = callbackSecret === undefined ? undefined : parseSecret(callbackSecret);
  const callbacks = createCallbacks({ examples: statusEvents, key, now, log, stopped: stopping.signal });
  const route = createRouter(operations);
  const decide = createDecision({
    route,
    keyring: createKeyring(typeof provider === 'string' ? readProvider(provider) : provider, now),
    operations: {
      scheduleMessage: createScheduleMessage(callbacks, now),
      listCascades,
      listMessages,
      setCallback,
    },
  });
  const render = createRenderer(createNegotiator());
  const { operation } = route('', '');
  return {
    systemError: () => render({ operation, outcome: { status: 500, example: 'system-error' } }, undefined),
    answer: async (request) => render(await decide(request), request.headers.accept),
    log,
    stop: () => stopping.abort(),
  };
}
