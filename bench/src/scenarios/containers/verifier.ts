import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { docker, root, tryImage } from '@cascade/deploy';

const run = promisify(execFile);
const tag = 'cascade-verify';
const profile = fileURLToPath(new URL('../profiles/service/', import.meta.resolve('@cascade/verifier')));

/** What the verifier's container said of the service's. */
interface Judged {
  readonly bytes: number;
  readonly exitCode: number;
  readonly seconds: number;
  /** The last lines. */
  readonly said: readonly string[];
}

/** Builds deploy/verifier.Dockerfile from tarballs, and runs it in the network namespace of the service. */
export async function tryVerifier(image: string, say: (line: string) => void): Promise<Judged> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-tarballs-'));
  try {
    say('packing and building the verifier');
    await run('npm', ['run', 'tarballs', '--', folder], { cwd: root, timeout: 600_000, maxBuffer: 2 ** 26 });
    const file = join(root, 'deploy/verifier.Dockerfile');
    await docker(['build', '--quiet', '--network', 'host', '--file', file, '--tag', tag, folder], 900);
  } finally {
    await rm(folder, { recursive: true });
  }
  let judged: Judged | undefined;
  const args = ['start', '--host=0.0.0.0', '--development', '--accounts=/profile/accounts.yaml'];
  await tryImage(
    image,
    async (service) => {
      judged = await judgeService(service);
    },
    args,
    ['--volume', `${profile}:/profile:ro`],
  );
  if (judged === undefined) throw new Error('expected a verdict, found none');
  return judged;
}

async function judgeService(service: string): Promise<Judged> {
  const begin = performance.now();
  const command = [
    ...['run', '--rm', '--network', `container:${service}`, '--volume', `${profile}:/profile:ro`],
    ...[tag, '--profile', '/profile/profile.yaml'],
  ];
  const { text, exitCode } = await docker(command, 300).then(
    (printed) => ({ text: printed, exitCode: 0 }),
    (error: { readonly stdout?: string; readonly stderr?: string; readonly code?: number }) => ({
      text: `${error.stdout}${error.stderr}`,
      exitCode: error.code ?? 1,
    }),
  );
  return {
    bytes: Number(await docker(['image', 'inspect', '--format', '{{.Size}}', tag])),
    exitCode,
    seconds: Math.round((performance.now() - begin) / 100) / 10,
    said: text.trim().split('\n').slice(-4),
  };
}
