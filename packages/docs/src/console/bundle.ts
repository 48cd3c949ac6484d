import { bundleScript } from '../bundle-script.ts';
import { bundleStyles } from '../bundle-styles.ts';

/** What the console has beside the script and the styles of every page. */
export interface ConsoleParts {
  /** It contains preflight. */
  readonly script: string;
  readonly styles: string;
}

/** Bundles script and styles of the console. */
export async function consoleParts(): Promise<ConsoleParts> {
  const [script, styles] = await Promise.all([
    bundleScript('console/main.ts'),
    bundleStyles(['console/console.css']),
  ]);
  return { script, styles };
}
