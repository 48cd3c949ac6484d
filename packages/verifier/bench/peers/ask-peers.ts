import { startMutantProxy } from '../../mutants/index.ts';
import { fixturesOf, startProvider } from '../provider.ts';
import { type Subject, sampleOf } from '../subjects.ts';
import { plainDredd } from './dredd.ts';
import type { Peer } from './peer.ts';
import { prismProxy } from './prism.ts';
import { schemathesis, tunedSchemathesis } from './schemathesis.ts';

/** What a peer found on a sample of the documented mutants. */
export interface PeerScore {
  readonly name: string;
  /** Why it was not asked. */
  readonly absent?: string;
  readonly mutants: number;
  readonly killed: number;
  /** Complaints about the conformant provider itself. */
  readonly falseAlarms: number;
  /** The average of a run. */
  readonly seconds: number;
}

/** Asks every peer that is installed, one after the other, each on its own sample. */
export async function askPeers(
  mutants: readonly Subject[],
  say: (line: string) => void,
): Promise<readonly PeerScore[]> {
  const scores: PeerScore[] = [];
  for (const peer of [plainDredd, prismProxy, schemathesis, tunedSchemathesis]) {
    const absent = await peer.absent();
    if (absent !== undefined) {
      say(`${peer.name}: skipped. ${absent}\n`);
      scores.push({ name: peer.name, absent, mutants: 0, killed: 0, falseAlarms: 0, seconds: 0 });
      continue;
    }
    const score = await ask(peer, sampleOf(mutants, peer.sample));
    say(`${peer.name}: ${score.killed} of ${score.mutants}, ${score.falseAlarms} false alarms\n`);
    scores.push(score);
  }
  return scores;
}

async function ask(peer: Peer, mutants: readonly Subject[]): Promise<PeerScore> {
  const provider = await startProvider(mutants.length + 1);
  const begin = performance.now();
  const look = async (run: number, { change = () => ({}) }: Pick<Subject, 'change'>) => {
    const fixtures = fixturesOf(run);
    const proxy = await startMutantProxy({ target: provider.url, mutant: { change }, fixtures });
    const target = { url: proxy.url, key: fixtures.goodKey, run };
    return peer.complaintsAbout(target).finally(proxy.close);
  };
  try {
    const usual = new Set(await look(mutants.length, {}));
    let killed = 0;
    for (const [run, mutant] of mutants.entries()) {
      const complaints = await look(run, mutant);
      if (complaints.some((complaint) => !usual.has(complaint))) killed += 1;
    }
    const seconds = (performance.now() - begin) / 1_000 / (mutants.length + 1);
    return {
      name: peer.name,
      ...{ mutants: mutants.length, killed, falseAlarms: usual.size },
      seconds: Math.round(seconds * 10) / 10,
    };
  } finally {
    await provider.close();
  }
}
