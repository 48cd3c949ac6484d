import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The descriptions, as spec/redocly.yaml names them. */
export type DescriptionName = 'openapi' | 'asyncapi' | 'gateway';

const specFolder = fileURLToPath(new URL('../../../spec', import.meta.url));
const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
const run = promisify(execFile);

/**
 * Bundles a description with Redocly into one YAML text: references into other files become references
 * into `components`.
 * @throws {Error} with Redocly's report (file, line, reason) when something cannot be resolved.
 */
export async function bundleDescription(name: DescriptionName, folder: string = specFolder): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'cascade-bundle-'));
  const output = join(scratch, 'bundle.yaml');
  try {
    await run(process.execPath, [redocly, 'bundle', name, '--config', 'redocly.yaml', '--output', output], {
      cwd: folder,
    });
    return await readFile(output, 'utf8');
  } catch (cause) {
    throw new Error(`${name} cannot be bundled.\n${reportOf(cause)}`, { cause });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function reportOf(cause: unknown): string {
  if (cause instanceof Error && 'stderr' in cause && typeof cause.stderr === 'string')
    return cause.stderr.trim();
  return String(cause);
}
