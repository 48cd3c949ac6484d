import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Another client than the first on the path, such as one with BuildKit. */
const client = process.env.DOCKER ?? 'docker';

/** Runs a command of Docker; resolves to what it printed. @throws {Error} if it fails, or takes longer. */
export async function docker(args: readonly string[], seconds = 60): Promise<string> {
  const env = { ...process.env, DOCKER_BUILDKIT: '1' };
  const { stdout } = await run(client, args, { env, timeout: seconds * 1_000, maxBuffer: 2 ** 26 });
  return stdout.trim();
}

/** Both streams of a container's log, or '' without a container. */
export async function logOf(container: string): Promise<string> {
  const { stdout, stderr } = await run(client, ['logs', container], { maxBuffer: 2 ** 26 }).catch(() => ({
    stdout: '',
    stderr: '',
  }));
  return stdout + stderr;
}

/**
 * Why nothing can be tried in containers here; undefined if it can. Without a daemon it starts no process.
 */
export async function whyNoContainers(images: readonly string[]): Promise<string | undefined> {
  if (process.env.DOCKER_HOST === undefined && !existsSync('/var/run/docker.sock')) return 'no Docker daemon';
  try {
    await docker(['version', '--format', '{{.Server.Version}}'], 10);
  } catch {
    return 'no Docker daemon';
  }
  for (const image of images) {
    const isThere = await docker(['image', 'inspect', image]).then(
      () => true,
      () => false,
    );
    if (!isThere) return `no image ${image}; sh packages/service/deploy/stand-ins/make.sh`;
  }
  return undefined;
}

/** The part of `docker inspect` that a Go template names. */
export function inspect(container: string, template: string): Promise<string> {
  return docker(['inspect', '--format', template, container]);
}

/** Where a port of a container is published on loopback, as `http://127.0.0.1:49153`. */
export async function publishedAt(container: string, port: number): Promise<string> {
  const [first] = (await docker(['port', container, String(port)])).split('\n');
  return `http://${first}`;
}
