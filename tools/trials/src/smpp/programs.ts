import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputOf } from '@cascade/repository/test-kit';

/** What an SMSC may be unable to do, with the reason. */
export type Need = 'receipts of its library';

export type Transport = 'tcp' | 'tls';

/** An SMSC that can be started. */
export interface PeerProgram {
  /** Library and version. */
  readonly name: string;
  readonly lacks: Readonly<Partial<Record<Need, string>>>;
  /** A PEM file with the certificate, which is for {@link certifiedName}. */
  readonly ca: string;
  /** @param lastNumber The numbers of its messages follow this one. */
  command(port: number, transport: Transport, lastNumber: number): readonly string[];
}

export const certifiedName = 'smsc.example.test';

/** What the programs are made of is kept here from run to run. */
const cache = join(tmpdir(), 'cascade-smpp-peers');
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** By the name that the command line takes. */
const preparations = {
  jSMPP: prepareJsmpp,
  Cloudhopper: prepareCloudhopper,
  Jasmin: prepareJasmin,
  gosmpp: prepareGosmpp,
} as const;

export type ProgramName = keyof typeof preparations;

export const programNames = Object.keys(preparations) as readonly ProgramName[];

/**
 * Fetches, compiles and certifies the programs, each on its own. If the tools or packages of one are absent,
 * `say` gets the reason in one line.
 */
export async function preparePrograms(
  names: readonly ProgramName[],
  say: (line: string) => void,
): Promise<{ readonly programs: readonly PeerProgram[]; readonly absent: readonly ProgramName[] }> {
  await mkdir(cache, { recursive: true });
  const programs: PeerProgram[] = [];
  const absent: ProgramName[] = [];
  const pair = certify();
  for (const name of names)
    try {
      programs.push(await preparations[name](await pair));
    } catch (error) {
      const [reason] = String(error instanceof Error ? error.message : error).split('\n');
      say(`${name} is skipped: ${reason}`);
      absent.push(name);
    }
  return { programs, absent };
}

/** jSMPP from Maven Central, compiled with the JDK. */
async function prepareJsmpp({ keyStore, certificate }: KeyPair): Promise<PeerProgram> {
  const path = await compiled('jsmpp');
  const ofKeys = [`-Djavax.net.ssl.keyStore=${keyStore}`, '-Djavax.net.ssl.keyStorePassword=secret'];
  return {
    name: 'jSMPP 3.0.1 (Java)',
    lacks: {},
    ca: certificate,
    command: (port, transport, last) => [
      'java',
      '-Xmx128m',
      ...ofKeys,
      '-cp',
      path,
      'Smsc',
      `${port}`,
      transport,
      `${last}`,
    ],
  };
}

/** Cloudhopper from Maven Central, in the fork that is maintained, compiled with the JDK. */
async function prepareCloudhopper({ keyStore, certificate }: KeyPair): Promise<PeerProgram> {
  const path = await compiled('cloudhopper');
  return {
    name: 'Cloudhopper 5.0.9 (Java)',
    lacks: {},
    ca: certificate,
    command: (port, transport, last) => [
      'java',
      '-Xmx128m',
      '-cp',
      path,
      'Smsc',
      `${port}`,
      transport,
      `${last}`,
      keyStore,
    ],
  };
}

/** Resolves to the class path of a program in Java. */
async function compiled(name: string): Promise<string> {
  const jars = join(cache, name, 'jars');
  const classes = join(cache, name, 'classes');
  const path = `${classes}:${jars}/*`;
  const copied = ['dependency:copy-dependencies', `-DoutputDirectory=${jars}`];
  await outputOf('mvn', ['-q', '-B', '-f', here(`${name}/pom.xml`), ...copied]);
  await outputOf('javac', [
    '-d',
    `${classes}`,
    '-cp',
    path,
    here('java/Lines.java'),
    here(`${name}/Smsc.java`),
  ]);
  return path;
}

/** gosmpp from its module, compiled with Go. */
async function prepareGosmpp({ key, certificate }: KeyPair): Promise<PeerProgram> {
  const program = join(cache, 'gosmpp');
  await outputOf('go', ['build', '-C', here('gosmpp'), '-o', program, '.']);
  return {
    name: 'gosmpp 0.3.1 (Go)',
    lacks: { 'receipts of its library': 'the library writes no receipts' },
    ca: certificate,
    command: (port, transport, last) => [program, `${port}`, transport, `${last}`, key, certificate],
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
    lacks: {},
    ca: certificate,
    command: (port, transport, last) => [
      python,
      here('jasmin/smsc.py'),
      `${port}`,
      transport,
      `${last}`,
      key,
      certificate,
    ],
  };
}

type KeyPair = Awaited<ReturnType<typeof certify>>;

/** Resolves to the files of a key and of its self-signed certificate, and of both as a key store of Java. */
async function certify() {
  const names = ['smsc-key.pem', 'smsc-cert.pem', 'smsc.p12'];
  const [key = '', certificate = '', keyStore = ''] = names.map((name) => join(cache, name));
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
  const pair = ['-inkey', key, '-in', certificate];
  await outputOf('openssl', ['pkcs12', '-export', ...pair, '-out', keyStore, '-passout', 'pass:secret']);
  return { key, certificate, keyStore };
}
