import type { Command } from './tool.ts';

/** The version of Modelina's command, for all languages. */
export const version = '5.10.1';

/** What fetches the command. */
export const npmPackage = `@asyncapi/modelina-cli@${version}`;

/** What users type to install it. */
export const installLine = 'npm install --save-dev @asyncapi/modelina-cli';

/** Generates models from the description into `target`. */
export function generate(
  language: string,
  options: readonly string[],
  {
    home,
    description,
    target,
  }: { readonly home: string; readonly description: string; readonly target: string },
): Command {
  const program = `${home}/node_modules/@asyncapi/modelina-cli/bin/run`;
  return [process.execPath, program, 'generate', language, description, '--output', target, ...options];
}
