import { readYaml } from '@cascade/yaml-file';
import type { SetupMistake } from '../setup/setup-mistake.ts';

/** Each mistake on a line of its own, with its place in the profile. */
export function locateMistakes(file: string, mistakes: readonly SetupMistake[]): string {
  if (mistakes.length === 0) return '';
  const yaml = readYaml(file);
  const lines = mistakes.map(({ pointer, message }) => {
    const { line, column } = 'faults' in yaml ? { line: 1, column: 1 } : yaml.locate({ pointer, message });
    return `  ${file}:${line}:${column}: ${pointer}: ${message}\n`;
  });
  return lines.join('');
}
