import type { GenerateResult } from './generate.ts';

/** What was written; or, after a check, what is not current and the command that mends it. */
export function report({ files, changed }: GenerateResult, check: boolean): string {
  if (changed.length === 0) return `${files} generated files are current.\n`;
  const list = changed.map((file) => `  ${file}\n`).join('');
  return check
    ? `Not current:\n${list}Run \`npm run generate\` and commit what it writes.\n`
    : `${changed.length} of ${files} generated files written:\n${list}`;
}
