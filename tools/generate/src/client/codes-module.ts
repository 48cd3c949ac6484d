import type { Contract } from '@cascade/contract';
import { banner } from '../generated-file.ts';

/** The only part of the catalogue that the core of the client bundles. */
export function codesModule({ problems }: Contract): string {
  const entries = problems
    .filter(({ code, title }) => title !== code)
    .map(({ code, title }) => `  ${JSON.stringify([title, code])},\n`);
  return [
    banner.code,
    `import type { KnownProblemCode } from '@cascade/types';\n`,
    '\n/** Codes whose title is spelled otherwise (§7.1, note), by that title. */\n',
    `export const codeOfTitle: ReadonlyMap<string, KnownProblemCode> = new Map([\n${entries.join('')}]);\n`,
  ].join('');
}
