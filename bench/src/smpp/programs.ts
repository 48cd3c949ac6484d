import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '@cascade/test-kit';

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
 * Fetches, compiles and certifies the programs, each on its own. A program whose tools or packages are absent is
 * undefined, and `say` gets the reason in one line.
 */
export async function preparePrograms(say: (line: string) => void): Promise<readonly PeerProgram[]> {
  await mkdir(cache, { recursive: true });
  const prepared: PeerProgram[] = [];
  const pair = certify();
  for (const [name, prepare] of [
    ['jSMPP', prepareJsmpp],
    ['Jasmin', prepareJasmin],
  ] as const) {
    try {
      prepared.push(await prepare(await pair));
    } catch (error) {
      say(`${name} is skipped: ${firstLine(error)}`);
    }
  }
  return prepared;
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
}

/** jSMPP from Maven Central, compiled with the JDK. */
async function prepareJsmpp({ key, certificate }: KeyPair): Promise<PeerProgram> {
  const [jars, classes, store] = ['jars', 'classes', 'smsc.p12'].map((name) => join(cache, name));
  const path = `${classes}:${jars}/*`;
  await run('mvn', [
    '-q',
    '-B',
    '-f',
    here('jsmpp/pom.xml'),
    'dependency:copy-dependencies',
    `-DoutputDirectory=${jars}`,
  ]);
  await run('javac', ['-d', `${classes}`, '-cp', path, here('jsmpp/Smsc.java')]);
  await run('openssl', [
    ...['pkcs12', '-export', '-inkey', key, '-in', certificate],
    ...['-out', `${store}`, '-passout', 'pass:secret'],
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
  if (!existsSync(python)) await run('python3', ['-m', 'venv', folder]);
  const pip = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check'];
  await run(python, [...pip, '-r', here('jasmin/requirements.txt')]);
  await run(python, [...pip, '--no-deps', 'jasmin==0.11.1']);
  return {
    name: 'Jasmin 0.11.1, smpp.twisted3 0.8 (Python)',
    ca: certificate,
    command: (port, transport) => [python, here('jasmin/smsc.py'), `${port}`, transport, key, certificate],
  };
}

/** The files of a key and of its self-signed certificate, which both programs use. */
interface KeyPair {
  readonly key: string;
  readonly certificate: string;
}

async function certify(): Promise<KeyPair> {
  const [key = '', certificate = ''] = ['smsc-key.pem', 'smsc-cert.pem'].map((name) => join(cache, name));
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', `/CN=${certifiedName}`],
    ...['-addext', `subjectAltName=DNS:${certifiedName}`, '-keyout', key, '-out', certificate],
  ]);
  return { key, certificate };
}

/** @throws {Error} if the program is absent or fails. */
async function run(command: string, args: readonly string[]): Promise<void> {
  const { code, out, err } = await runProgram(command, args);
  if (code !== 0) throw new Error(`${command} failed: ${(err + out).trim()}`);
}
