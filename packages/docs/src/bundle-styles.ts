import { readText, repositoryRoot } from '@cascade/contract';
import { transform } from 'esbuild';

/** Joins and minifies style sheets of `src/`; every page contains the result. */
export async function bundleStyles(files: readonly string[]): Promise<string> {
  const sheets = files.map((file) => readText(repositoryRoot, `packages/docs/src/${file}`));
  const { code } = await transform(sheets.join(''), { loader: 'css', minify: true });
  return code.trim();
}
