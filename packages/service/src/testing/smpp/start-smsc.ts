import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Submitted } from './smpp-wire.ts';
import type { SmscCommand, SmscEvent } from './smsc-events.ts';

export type Transport = 'tcp' | 'tls';

/** An SMSC in a separate process. */
export interface Smsc {
  readonly port: number;
  readonly submitted: readonly Submitted[];
  readonly events: readonly SmscEvent[];
  /** Resolves when it has reported `count` events of a kind in total. */
  got(kind: SmscEvent['kind'], count?: number): Promise<void>;
  tell(command: SmscCommand): void;
  /** Ends the process at once, with SIGKILL. */
  kill(): Promise<void>;
}

const program = fileURLToPath(new URL('smsc.ts', import.meta.url));

export async function startSmsc(port = 0, transport: Transport = 'tcp'): Promise<Smsc> {
  const child = fork(program, [String(port), transport], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exit = once(child, 'exit');
  const events: SmscEvent[] = [];
  const waiters = new Set<() => void>();
  child.on('message', (event: SmscEvent) => {
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
    tell: (command) => void child.send(command),
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
