import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Part } from './part.ts';
import { programFigures, root, twoPrograms } from './programs.ts';
import { redocly } from './redocly.ts';

const descriptions = ['openapi', 'asyncapi', 'gateway'];

function generatePart(name: string, says: string, options: readonly string[]): Part {
  return {
    name,
    says,
    peer: '`redocly bundle` of the three descriptions, which is where each generator begins',
    figures: programFigures,
    async prepare() {
      const folder = await mkdtemp(join(tmpdir(), 'cascade-bench-'));
      return twoPrograms(
        { args: [join(root, 'tools/generate/src/cli.ts'), ...options], cwd: root },
        redocly('bundle', ...descriptions, '--output', folder),
        () => rm(folder, { recursive: true }),
      );
    },
  };
}

export const generate = generatePart(
  'generate',
  'writes every generated file: descriptions, types, validators, catalogue, vectors and pages, from unchanged sources',
  [],
);

export const generateCheck = generatePart(
  'generate-check',
  'makes every generated file, and compares it with the committed one',
  ['--check'],
);
