import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { outputOf } from '@cascade/repository/test-kit';

/** The version whose libraries the mock uses. */
export const prismVersion = '5.16.0';

/** Why Prism's command cannot be had; installs it into a folder from the registry if it is not there yet. */
export async function lacksPrism(folder: string): Promise<string | undefined> {
  if (existsSync(programIn(folder))) return undefined;
  await mkdir(folder, { recursive: true });
  const options = ['--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'];
  return outputOf('npm', ['install', ...options, `@stoplight/prism-cli@${prismVersion}`]).then(
    () => undefined,
    (error: unknown) =>
      `npm cannot install @stoplight/prism-cli: ${String(error).split('\n').slice(0, 2).at(-1)}`,
  );
}

/** The arguments of Node for `prism mock` with a description. */
export function prismArgs(folder: string, port: number, description: string): readonly string[] {
  return [programIn(folder), 'mock', '--host', '127.0.0.1', '--port', String(port), description];
}

function programIn(folder: string): string {
  return join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
}
