import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startProgram } from '@cascade/repository/test-kit';
import { defined } from '../../src/defined.ts';
import { type Profile, type Report, readProfile, verify } from '../../src/index.ts';

/** The provider whose sources are mutated. What is generated from the contract is left out. */
const providerFolder = fileURLToPath(new URL('../../../../examples/provider-python/', import.meta.url));
const mutatedFiles = ['contract.py', 'deliveries.py', 'ledger.py', 'provider.py'] as const;

const mutate = fileURLToPath(new URL('mutate.py', import.meta.url));
const files = mutatedFiles.map((file) => `${providerFolder}${file}`);
const limits = { maxBuffer: 64_000_000, timeout: 600_000 };
const run = promisify(execFile);

/** One change to one file. */
export interface SourceMutant {
  /** `file:function:operator:before → after`, with ` #2` for the second of the same text in a function. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly operator: string;
  /** The whole file with the change. */
  readonly source: string;
}

/** Every mutant of the provider; needs python3. */
export async function listMutants(): Promise<readonly SourceMutant[]> {
  const { stdout } = await run('python3', ['-B', mutate, ...files], limits);
  return JSON.parse(stdout);
}

/** The ids alone, without the sources, in a fraction of the time. */
export async function listIds(): Promise<readonly string[]> {
  const { stdout } = await run('python3', ['-B', mutate, '--ids', ...files], limits);
  return JSON.parse(stdout);
}

/**
 * - `caught`: a finding, which is named
 * - `set-up`: the check of the profile ended the run (exit code 2), and says what does not fit
 * - `crashed`: the provider did not start
 * - `timeout`: neither a finding nor an end within the time limit
 * - `hinted`: conformant, with a hint that the provider itself does not get
 * - `survived`: conformant
 */
export type MutantStatus = 'caught' | 'set-up' | 'crashed' | 'timeout' | 'hinted' | 'survived';

export interface JudgedMutant {
  readonly id: string;
  readonly line: number;
  readonly operator: string;
  readonly outcome: MutantStatus;
  /** The scenario of the first finding, or of the hint; what the check of the profile says. */
  readonly by?: string;
  /** Scenarios that only this mutant leaves without a verdict. */
  readonly lost?: readonly string[];
}

/** What a run over the provider itself has, so that it is not taken for an effect of a mutant. */
export interface Baseline {
  readonly hints: readonly string[];
  readonly inconclusive: readonly string[];
}

const seed = 1;

/** A mutant of the sources, and how it is judged. */
export interface SourceTask extends SourceMutant {
  /** Copies of the provider are made in this folder. */
  readonly root: string;
  readonly secondsPerRun: number;
  readonly baseline: Baseline;
}

/** Judges the provider with a change. Each run has a process of its own, which is killed afterwards. */
export async function judgeSource(task: SourceTask): Promise<JudgedMutant> {
  const { id, line, operator, file, source, root, secondsPerRun, baseline } = task;
  const folder = join(root, randomUUID());
  try {
    await cp(providerFolder, folder, { recursive: true });
    await writeFile(join(folder, file), source);
    return { id, line, operator, ...(await judgeIn(folder, secondsPerRun, baseline)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Judgement = Pick<JudgedMutant, 'outcome' | 'by' | 'lost'>;

async function judgeIn(folder: string, seconds: number, baseline: Baseline): Promise<Judgement> {
  const provider = startIn(folder);
  try {
    const target = await provider.target().catch(() => undefined);
    return target === undefined ? { outcome: 'crashed' } : await judgeAt(target, seconds, baseline);
  } finally {
    await provider.end();
  }
}

function startIn(folder: string) {
  const program = startProgram('python3', ['-B', 'provider.py', '--port', '0', '--test-clock'], {
    cwd: folder,
  });
  return {
    target: async () => (await program.printed(/^http:\S+$/m, 60))[0],
    end: () => program.end('SIGKILL'),
  };
}

async function judgeAt(target: string, seconds: number, baseline: Baseline): Promise<Judgement> {
  const breaker = new AbortController();
  const timer = setTimeout(() => breaker.abort(), seconds * 1_000);
  const report = await verify({
    target,
    profile: await profileAt(target),
    seed,
    timeoutInMilliseconds: 20_000,
    signal: breaker.signal,
    // One finding is enough.
    onFinding: () => breaker.abort(),
  }).finally(() => clearTimeout(timer));
  return judgementOn(report, baseline);
}

function judgementOn(report: Report, baseline: Baseline): Judgement {
  const [finding] = report.findings;
  if (finding !== undefined) return { outcome: 'caught', by: finding.scenario };
  if (report.interrupted) return { outcome: 'timeout' };
  if (report.verdict === 'could-not-judge' || report.stopped !== undefined)
    return { outcome: 'set-up', ...defined({ by: report.stopped ?? report.reason }) };
  const lost = report.inconclusive
    .map(({ scenario }) => scenario)
    .filter((scenario) => !baseline.inconclusive.includes(scenario));
  const hint = report.hints.find(({ id }) => !baseline.hints.includes(id));
  return {
    outcome: hint === undefined ? 'survived' : 'hinted',
    ...defined({ by: hint?.scenario }),
    ...(lost.length > 0 ? { lost: [...new Set(lost)].toSorted() } : {}),
  };
}

/** Judges the provider as it is. @throws {Error} if it is not conformant: then a mutant proves nothing. */
export async function judgeBaseline(): Promise<Baseline> {
  const provider = startIn(providerFolder);
  try {
    const target = await provider.target();
    const profile = await profileAt(target);
    const { verdict, hints, inconclusive } = await verify({ target, profile, seed });
    if (verdict !== 'conformant') throw new Error(`the provider itself is ${verdict}`);
    return {
      hints: hints.map(({ id }) => id),
      inconclusive: inconclusive.map(({ scenario }) => scenario),
    };
  } finally {
    await provider.end();
  }
}

async function profileAt(target: string): Promise<Profile> {
  const profile = await readProfile(join(providerFolder, 'profile.yaml'));
  const { callback } = profile;
  return {
    ...profile,
    clock: { method: 'POST', url: `${target}/clock`, body: { seconds: '{seconds}' } },
    // A late callback on a busy machine must not become a finding.
    ...(callback === undefined ? {} : { callback: { ...callback, withinSeconds: 8 } }),
  };
}
