import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadOptions, Sent } from './children/load.ts';
import type { Load } from './statistics.ts';

/** A module of ours in a process of its own, which has sent its first message. */
export interface Forked<Message> {
  readonly message: Message;
  readonly pid: number;
  readonly process: ChildProcess;
  /** Sends a question, and resolves with the next message. */
  ask<Answer>(question: string | object): Promise<Answer>;
  close(): Promise<void>;
}

/** `first` is its first message; it rejects if the module ends before. */
function forkOf<Message>(url: URL, args: readonly string[]) {
  const path = fileURLToPath(url);
  const child = fork(path, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const early = ended.then(([code]) => {
    throw new Error(`${path} ended with ${code} before its first message`);
  });
  const first = Promise.race([once(child, 'message').then(([message]) => message as Message), early]);
  first.catch(() => {}); // of a load that is killed, no caller waits for it
  early.catch(() => {}); // it ends later, too
  return { child, first, ended };
}

/**
 * Starts a module that sends a message when it is ready, or when it has ended. @throws {Error} if it ends
 * before.
 */
export async function forkModule<Message>(url: URL, args: readonly string[] = []): Promise<Forked<Message>> {
  const { child, first, ended } = forkOf<Message>(url, args);
  return {
    message: await first,
    pid: child.pid ?? Number.NaN,
    process: child,
    async ask<Answer>(question: string | object) {
      const answered = once(child, 'message');
      child.send(question);
      const [answer] = await answered;
      return answer as Answer;
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A bare server, the floor of ours; it says where. */
export function startBareServer(): Promise<Forked<string>> {
  return forkModule(new URL('children/bare-server.ts', import.meta.url));
}

/** A load from a process of its own. */
export function startLoad(options: Omit<LoadOptions, 'connections'> & { readonly connections?: number }) {
  const given = JSON.stringify({ connections: 128, ...options });
  const { child, first } = forkOf<Sent>(new URL('children/load.ts', import.meta.url), [given]);
  return {
    /** Rejects if the process ends before. */
    sent: first,
    /**
     * Sends nothing more; `sent` resolves once what is under way was answered. The load may have ended by
     * itself: a restart can take longer. Then the error goes to the callback.
     */
    stop: () => void child.send('stop', () => {}),
    kill: () => void child.kill(),
  };
}

/**
 * As many messages as connections can, each of which waits for its answer. @throws {Error} if one is not 200.
 */
export async function saturate(options: {
  readonly url: string;
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
}): Promise<Load> {
  const { url, key, ...rest } = options;
  const { throughput, refused, unanswered } = await startLoad({ urls: [url], keys: [key], ...rest }).sent;
  if (throughput === undefined || refused + unanswered > 0)
    throw new Error(`expected 200 for each message, found ${refused} refused, ${unanswered} unanswered`);
  return throughput;
}
