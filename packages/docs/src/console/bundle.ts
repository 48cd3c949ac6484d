import { readText, repositoryRoot } from '@cascade/contract';
import { bundleScript } from '../bundle-script.ts';

/** The files that the console page loads: `console.js`, which contains preflight, and `console.css`. */
export async function consoleFiles(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['console.js', await bundleScript('console/main.ts')],
    ['console.css', readText(repositoryRoot, 'packages/docs/src/console/console.css')],
  ]);
}
