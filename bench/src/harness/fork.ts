import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A module of ours in a process of its own, which has sent its first message. */
export interface Forked<Message> {
  readonly message: Message;
  readonly pid: number;
  readonly process: ChildProcess;
  /** Sends a question, and resolves with the next message. */
  ask<Answer>(question: string | object): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Starts a module that sends a message when it is ready, or when it has ended.
 * @throws {Error} if it ends before.
 */
export async function forkModule<Message>(url: URL, args: readonly string[] = []): Promise<Forked<Message>> {
  const child = fork(fileURLToPath(url), args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const early = ended.then(([code]) => {
    throw new Error(`${fileURLToPath(url)} ended with ${code} before its first message`);
  });
  early.catch(() => {}); // it ends later, too
  const [message] = (await Promise.race([once(child, 'message'), early])) as [Message];
  return {
    message,
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
