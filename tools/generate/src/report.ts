import type { GenerateResult } from './generate.ts';

/** Names the written files; after a check, the stale files and the command that fixes them. */
export function report({ files, changed }: GenerateResult, check: boolean): string {
  if (changed.length === 0) return `${files} generated files are current.\n`;
  const list = changed.map((file) => `  ${file}\n`).join('');
  return check
    ? `Not current:\n${list}Run \`npm run generate\` and commit what it writes.\n`
    : `${changed.length} of ${files} generated files written:\n${list}`;
}
