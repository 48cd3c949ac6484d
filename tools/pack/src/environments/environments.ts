import { browserEnvironment } from './browsers.ts';
import { compilerEnvironments } from './compilers.ts';
import type { Environment } from './environment.ts';
import { runtimeEnvironments } from './runtimes.ts';
import { serverEnvironments } from './servers.ts';

/** Everything that the published packages promise to work with, in the order of the table. */
export const environments: readonly Environment[] = [
  ...serverEnvironments,
  ...runtimeEnvironments,
  browserEnvironment,
  ...compilerEnvironments,
];

/** Its line in the table: no two environments have the same. */
export function titleOf({ name, version, how }: Pick<Environment, 'name' | 'version' | 'how'>): string {
  return `${name} ${version}, ${how}`;
}
