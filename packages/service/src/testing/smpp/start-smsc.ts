import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Submitted } from './smpp-wire.ts';
import type { SmscCommand, SmscEvent, SmscPlace, Transport } from './smsc-events.ts';

/** An SMSC in a separate thread. */
export interface Smsc {
  readonly port: number;
  readonly submitted: readonly Submitted[];
  readonly events: readonly SmscEvent[];
  /** Resolves when it has reported `count` events of a kind in total. */
  got(kind: SmscEvent['kind'], count?: number): Promise<void>;
  tell(command: SmscCommand): void;
  /** Ends the thread at once, with all its connections. */
  kill(): Promise<void>;
}

const program = new URL('smsc.ts', import.meta.url);

export async function startSmsc(port = 0, transport: Transport = 'tcp'): Promise<Smsc> {
  const place: SmscPlace = { port, transport };
  const thread = new Worker(program, { workerData: place, execArgv: [] });
  const exit = once(thread, 'exit');
  const events: SmscEvent[] = [];
  const waiters = new Set<() => void>();
  thread.on('message', (event: SmscEvent) => {
    events.push(event);
    for (const waiter of waiters) waiter();
  });
  const count = (kind: SmscEvent['kind']) => events.filter((event) => event.kind === kind).length;
  const got = (kind: SmscEvent['kind'], wanted = 1) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (count(kind) < wanted) return;
        waiters.delete(look);
        resolve();
      };
      waiters.add(look);
      look();
    });
  await Promise.race([got('listening'), exit]);
  const [first] = events;
  if (first?.kind !== 'listening') throw new Error('the SMSC did not start');
  return {
    port: first.port,
    events,
    got,
    get submitted() {
      return events.flatMap((event) => (event.kind === 'submit' ? [event.submitted] : []));
    },
    tell: (command) => thread.postMessage(command),
    async kill() {
      await thread.terminate();
    },
  };
}
