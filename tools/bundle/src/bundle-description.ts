import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runRedocly } from './redocly/run-redocly.ts';

/** The descriptions, as spec/redocly.yaml names them. */
export type DescriptionName = 'openapi' | 'asyncapi' | 'gateway';

const specFolder = fileURLToPath(new URL('../../../spec', import.meta.url));

/**
 * Bundles a description with Redocly into one YAML text: references into other files become references
 * into `components`.
 * @throws {Error} with Redocly's report (file, line, reason) when something cannot be resolved.
 */
export async function bundleDescription(name: DescriptionName, folder: string = specFolder): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'cascade-bundle-'));
  const output = join(scratch, 'bundle.yaml');
  try {
    await runRedocly(['bundle', name, '--config', 'redocly.yaml', '--output', output], folder);
    return await readFile(output, 'utf8');
  } catch (cause) {
    throw new Error(`${name} cannot be bundled.\n${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
