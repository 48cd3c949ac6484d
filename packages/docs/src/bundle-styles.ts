import { readText, repositoryRoot } from '@cascade/contract';
import { transform } from 'esbuild';

/** Style sheets of `src/` as one text without needless blanks, to be put into every page. */
export async function bundleStyles(files: readonly string[]): Promise<string> {
  const sheets = files.map((file) => readText(repositoryRoot, `packages/docs/src/${file}`));
  const { code } = await transform(sheets.join(''), { loader: 'css', minify: true });
  return code.trim();
}
