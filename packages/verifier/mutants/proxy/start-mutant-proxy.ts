import { createServer } from 'node:http';
import { Agent } from 'undici';
import type { MakeChange } from '../mutant.ts';
import { createCallbackRelay, type Relayed, relayPrefix } from './callback-relay.ts';
import type { Answer, Call } from './wire.ts';
import { passOn, readCall, writeAnswer } from './wire.ts';
import { createWorld, demoFixtures, type Fixtures } from './world.ts';

export interface MutantProxyOptions {
  /** Base address of a conformant provider. */
  readonly target: string;
  /** A mutant, a control, a pair; nothing passes all on as it is. */
  readonly mutant?: { readonly change: MakeChange };
  /** Where the provider reaches this proxy; its own address if absent. */
  readonly callbackBase?: string;
  readonly fixtures?: Fixtures;
  /** `whsec_…` of the account, so that a changed callback keeps a right signature. */
  readonly callbackSecrets?: readonly string[];
  /** Called after each callback of the provider was dealt with. */
  readonly onRelayed?: (relayed: Relayed) => void;
}

export interface MutantProxy {
  /** Base address, without a slash at the end. */
  readonly url: string;
  /** What the change makes of a restart; the provider behind it goes on. */
  readonly restart: () => void;
  close(): Promise<void>;
}

/** A proxy on loopback before a provider that is as broken as the mutant says, and in nothing else. */
export async function startMutantProxy(options: MutantProxyOptions): Promise<MutantProxy> {
  const { target, mutant, fixtures = demoFixtures, callbackSecrets: secrets = [] } = options;
  const { onRelayed = () => {} } = options;
  const dispatcher = new Agent();
  const change = mutant?.change() ?? {};
  const relay = createCallbackRelay({ dispatcher, change, secrets, onRelayed });
  let { callbackBase = '' } = options;
  const ask = (call: Call) =>
    relay.register(call, callbackBase, (inward) => passOn(dispatcher, target, inward));
  const world = createWorld({ fixtures, ask, report: relay.report });
  const answerTo = (call: Call): Promise<Answer> => {
    if (call.path.startsWith(relayPrefix)) return relay.relay(call, world);
    return change.answer?.(call, world.ask, world) ?? world.ask(call);
  };
  const server = createServer(async (incoming, outgoing) => {
    const answer = await readCall(incoming)
      .then(answerTo)
      // The provider is away or hung up: so do we.
      .catch((): Answer => ({ status: 502, headers: {}, body: Buffer.alloc(0), manner: 'hang-up' }));
    writeAnswer(outgoing, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const url = `http://127.0.0.1:${port}`;
  callbackBase ||= url;
  return {
    url,
    restart: () => change.restart?.(),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await dispatcher.close();
    },
  };
}
