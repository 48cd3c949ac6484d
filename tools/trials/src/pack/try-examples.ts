import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Packed } from './pack.ts';
import { repositoryRoot } from './published.ts';
import { type PackTrial, programTrial, run } from './run.ts';

/** The lines of examples/README.md after that which makes the tarballs. */
function linesOfExamples(): string {
  const page = readFileSync(join(repositoryRoot, 'examples/README.md'), 'utf8');
  const [, lines] = /^npm run tarballs -- \/tmp\/cascade\n(.+?)```/ms.exec(page) ?? [];
  if (lines === undefined) throw new Error('examples/README.md: expected lines after npm run tarballs');
  return lines;
}

/** Installs each example with a manifest by the lines of the page, and checks its types. */
export async function tryExamples(
  packed: readonly Packed[],
  place: { readonly cwd: string; readonly path?: string },
): Promise<readonly PackTrial[]> {
  const tarballs = dirname(packed[0]?.tarball ?? '');
  const names = globSync('examples/*/package.json', { cwd: repositoryRoot }).map(
    (path) => path.split('/')[1] ?? '',
  );
  const trials = names.map(async (name) => {
    const cwd = join(place.cwd, name);
    await mkdir(cwd);
    await cp(tarballs, join(cwd, 'tarballs'), { recursive: true });
    await cp(join(repositoryRoot, 'examples', name), join(cwd, 'examples', name), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
    const lines = linesOfExamples()
      .replaceAll('send-typescript', name)
      .replaceAll('/tmp/cascade', join(cwd, 'tarballs'));
    return programTrial(
      `install and check ${name}`,
      await run('sh', ['-ec', `${lines}npm run check`], { ...place, cwd }),
      '',
    );
  });
  return Promise.all(trials);
}
