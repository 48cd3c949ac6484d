import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Bed } from '@cascade/bench/harness/bed';
import { createArrivals, freePort } from '@cascade/repository/test-kit';
import type { PeerProgram, Transport } from './programs.ts';
import { createReports } from './reports.ts';

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
   * The receipt: as the library writes it, the same before the response, a text with seconds and a state in
   * lower case, optional parameters only, or none.
   */
  readonly carrier: 'native' | 'early' | 'seconds' | 'tlv' | 'none';
  readonly state: 'DELIVRD' | 'UNDELIV' | 'EXPIRED';
}

/** Its members in the order of the command. */
const usualPlan: Plan = {
  accepts: 0,
  refusals: 0,
  status: 0,
  holds: 0,
  responseId: 'dec',
  receiptId: 'dec',
  carrier: 'native',
  state: 'DELIVRD',
};

/**
 * Starts an SMSC in a process of its own, on a library that we did not write. It writes one report on a line,
 * with tabs between its fields: `submit` (see {@link PeerSubmit}) before it answers, `refused`, `bind`,
 * `bind-refused`, `receipt` with address, status of the response and number of the message, `error`. It reads
 * `plan` with an address and the members of {@link Plan}, `owe` with a message whose receipt it must send,
 * and the commands of `tell`.
 */
export async function startPeer(bed: Bed, program: PeerProgram, transport: Transport) {
  const port = await freePort();
  const arrivals = createArrivals();
  const reports = createReports();
  const restarts: number[] = [];
  const spawned = () => spawnPeer(program, { port, transport, lastNumber: reports.lastNumber() }, take);
  function take(line: string): void {
    reports.take(line);
    arrivals.notify();
  }
  const isReady = () => arrivals.until(() => reports.count('ready') === reports.runs() || undefined, 30);
  let child = spawned();
  bed.use(child, () => child.kill());
  await isReady();

  return {
    port,
    submits: reports.submits,
    /** Of each restart, how many receipts the SMSC owed then. */
    restarts: restarts as readonly number[],
    /** What else it reported, by kind, e.g. `bind`. */
    count: reports.count,
    /** Resolves with what it finds, checked now and after each report. */
    until: arrivals.until,
    plan: (number: string, plan: Partial<Plan> = {}) =>
      child.say(['plan', number, ...Object.values({ ...usualPlan, ...plan }).map(String)]),
    /**
     * `cut` closes the connections without a word; `unbind` unbinds; `binds` lets the next binds fail or
     * succeed.
     */
    tell: (command: 'cut' | 'unbind' | 'binds\trefuse' | 'binds\taccept') => child.say([command]),
    /** Stops the process, while its connections stay open; or lets it go on. */
    freeze: (isFrozen: boolean) => child.signal(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    /**
     * Kills the process, and starts it again on its port: without its plans and connections, but with its
     * messages.
     */
    async restart(): Promise<void> {
      await child.kill();
      reports.begin();
      child = spawned();
      await isReady();
      const owed = reports.owed();
      for (const { number, to, from } of owed) child.say(['owe', String(number), to, from]);
      restarts.push(owed.length);
    },
  };
}

interface PeerAddress {
  readonly port: number;
  readonly transport: Transport;
  readonly lastNumber: number;
}

function spawnPeer(program: PeerProgram, at: PeerAddress, take: (line: string) => void) {
  const [command, ...args] = program.command(at.port, at.transport, at.lastNumber);
  const child = spawn(command ?? '', args, { stdio: ['pipe', 'pipe', 'inherit'] });
  // Its last lines have been read by then.
  const closed = once(child, 'close');
  createInterface({ input: child.stdout }).on('line', take);
  // What is said to a killed process is lost with it.
  child.stdin.on('error', () => {});
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  return {
    say: (words: readonly string[]) => void child.stdin.write(`${words.join('\t')}\n`),
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    async kill(): Promise<void> {
      process.off('exit', kill);
      kill();
      await closed;
    },
  };
}
