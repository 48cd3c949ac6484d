import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createArrivals, freePort, outputOf } from '@cascade/test-kit';
import type { Bed } from '../../harness/bed.ts';

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
 * with tabs between its fields: `submit` with number, sender, part and text in base64, `refused`, `bind`,
 * `bind-refused`, `receipt` with the status of the response, `error`. It reads `plan` with the number and the
 * members of {@link Plan}, and the commands of `tell`.
 */
export async function startPeer(bed: Bed, program: PeerProgram, transport: 'tcp' | 'tls') {
  const port = await freePort();
  const [command, ...args] = program.command(port, transport);
  const child = spawn(command ?? '', args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  bed.use(child, async () => {
    process.off('exit', kill);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    kill();
    await ended;
  });
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
    submits: submits as readonly PeerSubmit[],
    /** What else it reported, by kind, e.g. `bind`. */
    count: (kind: string) => counts.get(kind) ?? 0,
    /** Resolves with what it finds, checked now and after each report. */
    until: arrivals.until,
    plan: (number: string, plan: Partial<Plan> = {}) =>
      say(['plan', number, ...Object.values({ ...usualPlan, ...plan })].join('\t')),
    /**
     * `cut` closes the connections without a word; `unbind` unbinds; `binds` lets the next binds fail or
     * succeed.
     */
    tell: (command: 'cut' | 'unbind' | 'binds\trefuse' | 'binds\taccept') => say(command),
    /** Stops the process, while its connections stay open; or lets it go on. */
    freeze: (isFrozen: boolean) => void child.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
  };
}

/** An accepted submit; the text is decoded by the SMSC's library. */
export type PeerSubmit = ReturnType<typeof submitOf>;

function submitOf([to = '', from = '', part = '', text = '']: readonly string[]) {
  const [number = 1, parts = 1] = part.split('/').map(Number);
  return { to, from, part: number, parts, text: Buffer.from(text, 'base64').toString() };
}

/** An SMSC that can be started. */
export interface PeerProgram {
  /** Library and version. */
  readonly name: string;
  /** A PEM file with the certificate, which is for {@link certifiedName}. */
  readonly ca: string;
  command(port: number, transport: 'tcp' | 'tls'): readonly string[];
}

export const certifiedName = 'smsc.example.test';

/** What the programs are made of is kept here from run to run. */
const cache = join(tmpdir(), 'cascade-smpp-peers');
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Fetches, compiles and certifies the programs, each on its own. A program whose tools or packages are absent
 * is undefined, and `say` gets the reason in one line.
 */
export async function preparePrograms(say: (line: string) => void): Promise<readonly PeerProgram[]> {
  await mkdir(cache, { recursive: true });
  const prepared: PeerProgram[] = [];
  const pair = certify();
  for (const [name, prepare] of Object.entries({ jSMPP: prepareJsmpp, Jasmin: prepareJasmin }))
    try {
      prepared.push(await prepare(await pair));
    } catch (error) {
      const [reason] = String(error instanceof Error ? error.message : error).split('\n');
      say(`${name} is skipped: ${reason}`);
    }
  return prepared;
}

/** jSMPP from Maven Central, compiled with the JDK. */
async function prepareJsmpp({ key, certificate }: KeyPair): Promise<PeerProgram> {
  const [jars, classes, store] = ['jars', 'classes', 'smsc.p12'].map((name) => join(cache, name));
  const path = `${classes}:${jars}/*`;
  const copied = ['dependency:copy-dependencies', `-DoutputDirectory=${jars}`];
  await outputOf('mvn', ['-q', '-B', '-f', here('jsmpp/pom.xml'), ...copied]);
  await outputOf('javac', ['-d', `${classes}`, '-cp', path, here('jsmpp/Smsc.java')]);
  await outputOf('openssl', [
    'pkcs12',
    '-export',
    '-inkey',
    key,
    '-in',
    certificate,
    '-out',
    `${store}`,
    '-passout',
    'pass:secret',
  ]);
  const keyStore = [`-Djavax.net.ssl.keyStore=${store}`, '-Djavax.net.ssl.keyStorePassword=secret'];
  return {
    name: 'jSMPP 3.0.1 (Java)',
    ca: certificate,
    command: (port, transport) => [
      'java',
      '-Xmx128m',
      ...keyStore,
      '-cp',
      path,
      'Smsc',
      `${port}`,
      transport,
    ],
  };
}

/** Jasmin from PyPI, without what its router and its queue need. */
async function prepareJasmin({ key, certificate }: KeyPair): Promise<PeerProgram> {
  const folder = join(cache, 'python');
  const python = join(folder, 'bin', 'python');
  if (!existsSync(python)) await outputOf('python3', ['-m', 'venv', folder]);
  const pip = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check'];
  await outputOf(python, [...pip, '-r', here('jasmin/requirements.txt')]);
  await outputOf(python, [...pip, '--no-deps', 'jasmin==0.11.1']);
  return {
    name: 'Jasmin 0.11.1, smpp.twisted3 0.8 (Python)',
    ca: certificate,
    command: (port, transport) => [python, here('jasmin/smsc.py'), `${port}`, transport, key, certificate],
  };
}

type KeyPair = Awaited<ReturnType<typeof certify>>;

/** Resolves to the files of a key and of its self-signed certificate, which both programs use. */
async function certify() {
  const [key = '', certificate = ''] = ['smsc-key.pem', 'smsc-cert.pem'].map((name) => join(cache, name));
  await outputOf('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '30',
    '-subj',
    `/CN=${certifiedName}`,
    '-addext',
    `subjectAltName=DNS:${certifiedName}`,
    '-keyout',
    key,
    '-out',
    certificate,
  ]);
  return { key, certificate };
}
