import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Part } from './part.ts';
import { programFigures, root, twoPrograms } from './programs.ts';
import { redocly } from './redocly.ts';

export const portal: Part = {
  name: 'portal',
  says: 'builds the whole documentation: the pages, the search, the console and both references',
  peer: '`redocly build-docs` of the OpenAPI description alone: one page',
  figures: programFigures,
  async prepare() {
    const folder = await mkdtemp(join(tmpdir(), 'cascade-bench-'));
    const page = join(folder, 'page.html');
    return twoPrograms(
      { args: [join(root, 'packages/docs/src/build.ts')] },
      redocly('build-docs', 'generated/openapi.yaml', '--output', page),
      () => rm(folder, { recursive: true }),
    );
  },
};
