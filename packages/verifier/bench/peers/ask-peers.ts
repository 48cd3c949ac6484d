import { startMutantProxy } from '../../mutants/index.ts';
import { inParallel } from '../../src/phases/in-parallel.ts';
import { createProgress } from '../judge.ts';
import { fixturesOf, startProvider } from '../provider.ts';
import type { Subject } from '../subjects.ts';
import type { Peer } from './tools.ts';
import { type PeerRun, plainDredd, prismProxy, schemathesis, tunedSchemathesis, within } from './tools.ts';

/** What a peer found on the sample of the documented mutants. */
export interface PeerScore {
  readonly name: string;
  /** Why it was not asked. */
  readonly absent?: string;
  readonly mutants: number;
  readonly killed: number;
  /** Complaints about the conformant provider itself. */
  readonly falseAlarms: number;
  /** Runs that were broken off: they killed nothing. */
  readonly timedOut: number;
  /** The average of a run. */
  readonly seconds: number;
}

export interface AskOptions {
  readonly sample: readonly Subject[];
  readonly secondsPerRun: number;
  readonly atATime: number;
  readonly say: (line: string) => void;
  /** After each peer, with all that are through. */
  readonly onScored: (scores: readonly PeerScore[]) => Promise<void>;
}

/** Asks every peer that is installed, one after the other, all on the same mutants. */
export async function askPeers(options: AskOptions): Promise<void> {
  const { say, onScored } = options;
  const scores: PeerScore[] = [];
  for (const peer of [plainDredd, prismProxy, schemathesis, tunedSchemathesis]) {
    const absent = await peer.absent();
    const none = { mutants: 0, killed: 0, falseAlarms: 0, timedOut: 0, seconds: 0 };
    const score = absent === undefined ? await ask(peer, options) : { name: peer.name, absent, ...none };
    say(
      absent === undefined
        ? `${peer.name}: ${score.killed} of ${score.mutants}, ${score.falseAlarms} false alarms\n`
        : `${peer.name}: skipped. ${absent}\n`,
    );
    scores.push(score);
    await onScored([...scores]);
  }
}

async function ask(peer: Peer, { sample, secondsPerRun, atATime, say }: AskOptions): Promise<PeerScore> {
  const provider = await startProvider(sample.length + 1);
  const note = createProgress(sample.length + 1, say);
  const look = async (run: number, { id, change = () => ({}) }: Pick<Subject, 'id' | 'change'>) => {
    const fixtures = fixturesOf(run);
    const proxy = await startMutantProxy({ target: provider.url, mutant: { change }, fixtures });
    const target = { url: proxy.url, key: fixtures.goodKey, run };
    const looked = await within(secondsPerRun, (signal) => peer.complaintsAbout(target, signal));
    await proxy.close();
    note(`${peer.name}: ${id}${looked.isTimedOut ? ', broken off' : ''}`);
    return looked;
  };
  try {
    const plain = await look(sample.length, { id: 'plain' });
    const looks = await inParallel(sample, atATime, (mutant, run) => look(run, mutant));
    return { name: peer.name, ...countLooks(plain, looks) };
  } finally {
    await provider.close();
  }
}

function countLooks(plain: PeerRun, looks: readonly PeerRun[]): Omit<PeerScore, 'name'> {
  const usual = new Set(plain.complaints);
  const isKill = ({ complaints }: PeerRun) => complaints.some((complaint) => !usual.has(complaint));
  const all = [plain, ...looks];
  const seconds = all.reduce((sum, each) => sum + each.seconds, 0) / all.length;
  return {
    mutants: looks.length,
    killed: looks.filter(isKill).length,
    falseAlarms: usual.size,
    timedOut: all.filter(({ isTimedOut }) => isTimedOut).length,
    seconds: Math.round(seconds * 10) / 10,
  };
}
