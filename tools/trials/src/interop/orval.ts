import type { Command } from './tool.ts';

export const version = '8.38.0';

/** What fetches it. */
export const npmPackage = `orval@${version}`;

/** Generates as `orval.config.mjs` in `folder` says, which reads `openapi.yaml` beside it. */
export function generate(home: string, description: string, folder: string): readonly Command[] {
  return [
    ['cp', description, `${folder}/openapi.yaml`],
    [process.execPath, `${home}/node_modules/orval/dist/bin/orval.mjs`, '--config', 'orval.config.mjs'],
  ];
}
