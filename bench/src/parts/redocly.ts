import { join } from 'node:path';
import type { NodeRun } from './programs.ts';
import { root } from './programs.ts';

const spec = join(root, 'spec');
const program = join(spec, 'node_modules/@redocly/cli/bin/cli.js');
const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Redocly's command in the folder of the descriptions. */
export function redocly(...args: readonly string[]): NodeRun {
  return { args: [program, ...args], cwd: spec, environment };
}
