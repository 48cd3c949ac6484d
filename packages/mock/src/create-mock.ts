import { createCallbacks } from './callback/callbacks.ts';
import { parseSecret } from './callback/signing-secret.ts';
import { createDecision } from './decide.ts';
import { createNegotiator } from './description/prism.ts';
import { readDescription } from './description/read-description.ts';
import { sampleProvider } from './generated/sample-provider.js';
import { createLog } from './log.ts';
import type { Mock, MockOptions } from './mock.ts';
import { listCascades } from './operations/list-cascades.ts';
import { listMessages } from './operations/list-messages.ts';
import { createScheduleMessage } from './operations/schedule-message.ts';
import { setCallback } from './operations/set-callback.ts';
import { createKeyring } from './provider/keyring.ts';
import type { Provider } from './provider/provider.ts';
import { createRenderer } from './render.ts';
import { createRouter } from './routes.ts';

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
    keyring: createKeyring(typeof provider === 'string' ? await readFile(provider) : provider, now),
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

/** Imported when there is a file: the reader of YAML takes several MiB. */
async function readFile(file: string): Promise<Provider> {
  const { readProvider } = await import('./provider/read-provider.ts');
  return readProvider(file);
}
