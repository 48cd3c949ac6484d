import { fileURLToPath } from 'node:url';
import { readText, repositoryRoot } from '@cascade/contract';
import { build, transform } from 'esbuild';

/** Bundles a script of `browser/` and its imports into one file. */
export async function bundleScript(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../browser/${name}`, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** Joins and minifies style sheets of `src/`; every page contains the result. */
export async function bundleStyles(files: readonly string[]): Promise<string> {
  const sheets = files.map((file) => readText(repositoryRoot, `packages/docs/src/${file}`));
  const { code } = await transform(sheets.join(''), { loader: 'css', minify: true });
  return code.trim();
}
