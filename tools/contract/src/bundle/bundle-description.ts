import { fileURLToPath } from 'node:url';
import { redoclyOutput } from './redocly/run-redocly.ts';

/** The descriptions, as spec/redocly.yaml names them. */
export type DescriptionName = 'openapi' | 'asyncapi' | 'gateway' | 'control';

const specFolder = fileURLToPath(new URL('../../../../spec', import.meta.url));

/**
 * Bundles a description with Redocly into one YAML text: references into other files become references
 * into `components`.
 * @throws {Error} with Redocly's report (file, line, reason) when something cannot be resolved.
 */
export async function bundleDescription(name: DescriptionName, folder: string = specFolder): Promise<string> {
  const command = { args: ['bundle', name, '--config=redocly.yaml'], format: 'yaml', folder } as const;
  return redoclyOutput(command).catch((cause: unknown) => {
    throw new Error(`${name} cannot be bundled.\n${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  });
}
