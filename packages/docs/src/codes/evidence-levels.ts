import { readText, repositoryRoot } from '@cascade/contract';

/** What `seen`, `standard` and `reasoned` mean, in the words of spec/decisions/README.md. */
export const evidenceLevels: Readonly<Record<string, string>> = readLevels();

function readLevels(): Record<string, string> {
  const text = readText(repositoryRoot, 'spec/decisions/README.md');
  const row = text.split('\n').find((line) => line.startsWith('| `evidence` |')) ?? '';
  const levels = [...row.matchAll(/`(\w+)`: ([^;|]+)/g)].map(([, name = '', says = '']) => [
    name,
    says.trim(),
  ]);
  if (levels.length !== 3) throw new Error('spec/decisions/README.md: expected seen, standard and reasoned');
  return Object.fromEntries(levels);
}
