import { execFile } from 'node:child_process';
import { defined } from '../../src/defined.ts';

/** Where a peer looks, with which key, and whose accounts these are. */
export interface PeerTarget {
  readonly url: string;
  readonly key: string;
  readonly run: number;
}

/** Another tool that judges an API by its description. */
export interface Peer {
  readonly name: string;
  /** Why it cannot be asked here; undefined if it can. */
  absent(): Promise<string | undefined>;
  /**
   * What it complains of, each kind of complaint under a name of its own. What it complains of before the conformant
   * provider, too, finds no mutant. Ends soon after the signal.
   */
  complaintsAbout(target: PeerTarget, signal: AbortSignal): Promise<readonly string[]>;
}

/** What a program wrote, however it ended; the signal ends it. */
export function run(
  program: string,
  args: readonly string[],
  { signal, environment = {} }: { signal?: AbortSignal; environment?: Record<string, string> } = {},
): Promise<string> {
  const options = {
    ...defined({ signal }),
    killSignal: 'SIGKILL',
    maxBuffer: 2 ** 27,
    env: { ...process.env, ...environment },
  } as const;
  return new Promise((resolve) => {
    execFile(program, args, options, (_, out, errors) => resolve(`${out}${errors}`));
  });
}

/** One run of a peer. */
export interface Look {
  readonly complaints: readonly string[];
  readonly isTimedOut: boolean;
  readonly seconds: number;
}

/** What the peer complains of; nothing, if it takes longer: then the signal says so. */
export async function within(
  seconds: number,
  complain: (signal: AbortSignal) => Promise<readonly string[]>,
): Promise<Look> {
  const begin = performance.now();
  const timeout = new AbortController();
  const nothing = new Promise<readonly string[]>((resolve) => {
    timeout.signal.addEventListener('abort', () => resolve([]), { once: true });
  });
  const timer = setTimeout(() => timeout.abort(), seconds * 1_000);
  const complaints = await Promise.race([complain(timeout.signal), nothing]).finally(() =>
    clearTimeout(timer),
  );
  const isTimedOut = timeout.signal.aborted;
  return {
    complaints: isTimedOut ? [] : complaints,
    isTimedOut,
    seconds: (performance.now() - begin) / 1_000,
  };
}
