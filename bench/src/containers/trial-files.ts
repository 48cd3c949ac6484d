import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { images } from '@cascade/deploy';
import { parse } from 'yaml';
import { stagedFile } from '../accounts-file.ts';

/** The folder of compose.yaml, against which its paths are relative. */
export const deployFolder = fileURLToPath(new URL('.', import.meta.resolve('@cascade/deploy/compose.yaml')));
const inside = fileURLToPath(new URL('inside/', import.meta.url));

interface ComposeFile {
  readonly services: Readonly<Record<string, object>>;
  readonly volumes: object;
}

/**
 * Writes what the trial mounts, and a compose file made from that of deploy/. What differs: ports that the system chooses,
 * the operations port and the database published too; accounts with a callback; no Grafana; a receiver; and a container
 * in between that can delay. Without the member `name`, which older programs refuse. Resolves to its path.
 */
export async function writeTrialFiles(folder: string): Promise<string> {
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=receiver.internal'],
    ...['-addext', 'subjectAltName=DNS:receiver.internal'],
    ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')],
  ]);
  await chmod(folder, 0o755);
  await chmod(join(folder, 'key.pem'), 0o644);
  await writeFile(join(folder, 'accounts.yaml'), stagedFile('https://receiver.internal:8443/status'));
  const simulator = { kind: 'simulator' };
  const service = {
    gateways: { SMS: simulator, CHATONE: simulator, CHATTWO: simulator },
    callbacks: { privateReceivers: ['receiver.internal'] },
  };
  await writeFile(join(folder, 'service.yaml'), JSON.stringify(service));
  const text = await readFile(join(deployFolder, 'compose.yaml'), 'utf8');
  const file = join(folder, 'compose.json');
  await writeFile(file, JSON.stringify(trialOf(parse(text), folder), null, 2));
  return file;
}

function trialOf({ services, volumes }: ComposeFile, folder: string): object {
  const { postgres, cascade, prometheus } = services;
  const published = (...ports: readonly number[]) => ports.map((port) => `127.0.0.1::${port}`);
  const program = (name: string, ports: readonly string[]) => ({
    image: images.node,
    command: ['node', `/inside/${name}.ts`],
    volumes: [`${inside}:/inside:ro`, `${folder}:/trial:ro`],
    init: true,
    ports,
  });
  return {
    services: {
      postgres: { ...postgres, ports: published(5432) },
      cascade: {
        ...cascade,
        command: [
          'start',
          '--host=0.0.0.0',
          '--config=/trial/service.yaml',
          '--accounts=/trial/accounts.yaml',
        ],
        environment: {
          DATABASE_URL: `postgresql://cascade:\${POSTGRES_PASSWORD}@path/cascade`,
          NODE_EXTRA_CA_CERTS: '/trial/cert.pem',
        },
        volumes: [`${folder}:/trial:ro`],
        ports: published(4012, 4013),
      },
      prometheus: { ...prometheus, ports: published(9090) },
      receiver: program('receiver', published(8080)),
      path: {
        ...program('path', published(8080)),
        networks: { default: { aliases: ['receiver.internal'] } },
      },
    },
    volumes,
  };
}
