import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createArrivals, freePort } from '@cascade/test-kit';
import type { PeerProgram } from './programs.ts';

/** How the SMSC treats a number. */
export interface Plan {
  /** The first submits are accepted before any is refused. */
  readonly accepts: number;
  /** The next submits are refused with `status`, a number of SMPP 3.4, §5.1.3. */
  readonly refusals: number;
  readonly status: number;
  /** The next submits are accepted and never answered. */
  readonly holds: number;
  readonly responseId: 'dec' | 'hex' | 'HEX';
  readonly receiptId: 'dec' | 'hex' | 'HEX' | 'padded';
  /**
   * The receipt: as the library writes it, the same before the response, a text with seconds and a state in lower case,
   * optional parameters only, or none.
   */
  readonly carrier: 'native' | 'early' | 'seconds' | 'tlv' | 'none';
  readonly state: 'DELIVRD' | 'UNDELIV' | 'EXPIRED';
}

export const usualPlan: Plan = {
  accepts: 0,
  refusals: 0,
  status: 0,
  holds: 0,
  responseId: 'dec',
  receiptId: 'dec',
  carrier: 'native',
  state: 'DELIVRD',
};

/** An accepted submit; the text is decoded by the SMSC's library. */
export interface PeerSubmit {
  readonly to: string;
  readonly from: string;
  readonly part: number;
  readonly parts: number;
  readonly text: string;
}

/** An SMSC in a process of its own, on a library that we did not write. */
export interface Peer {
  readonly port: number;
  readonly submits: readonly PeerSubmit[];
  /** What else it reported, by kind, e.g. `bind`. */
  count(kind: string): number;
  /** Resolves with what `find` returns, checked now and after each report. */
  until<Found>(find: () => Found | undefined, seconds?: number): Promise<Found>;
  plan(number: string, plan: Plan): void;
  /** `cut` closes the connections without a word; `unbind` unbinds; `binds` lets the next binds fail or succeed. */
  tell(command: 'cut' | 'unbind' | 'binds\trefuse' | 'binds\taccept'): void;
  /** Stops the process, while its connections stay open; or lets it go on. */
  freeze(isFrozen: boolean): void;
  close(): Promise<void>;
}

/**
 * Starts an SMSC. It writes one report on a line, with tabs between its fields: `submit` with number, sender, part and
 * text in base64, `refused`, `bind`, `bind-refused`, `receipt` with the status of the response, `error`. It reads
 * `plan` with the number and the members of {@link Plan}, and the commands of {@link Peer.tell}.
 */
export async function startPeer(program: PeerProgram, transport: 'tcp' | 'tls'): Promise<Peer> {
  const port = await freePort();
  const [command, ...args] = program.command(port, transport);
  const child = spawn(command ?? '', args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const arrivals = createArrivals();
  const submits: PeerSubmit[] = [];
  const counts = new Map<string, number>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [kind = '', ...fields] = line.split('\t');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (kind === 'submit') submits.push(submitOf(fields));
    if (kind === 'error') process.stderr.write(`${line}\n`);
    arrivals.notify();
  });
  const say = (line: string) => void child.stdin.write(`${line}\n`);
  await arrivals.until(() => counts.get('ready'), 30);
  return {
    port,
    submits,
    count: (kind) => counts.get(kind) ?? 0,
    until: arrivals.until,
    plan: (number, plan) => say(['plan', number, ...fieldsOf(plan)].join('\t')),
    tell: say,
    freeze: (isFrozen) => void child.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    async close() {
      process.off('exit', kill);
      await endOf(child);
    },
  };
}

function fieldsOf({ accepts, refusals, status, holds, responseId, receiptId, carrier, state }: Plan) {
  return [accepts, refusals, status, holds, responseId, receiptId, carrier, state];
}

function submitOf([to = '', from = '', part = '', text = '']: readonly string[]): PeerSubmit {
  const [number = 1, parts = 1] = part.split('/').map(Number);
  return { to, from, part: number, parts, text: Buffer.from(text, 'base64').toString() };
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
