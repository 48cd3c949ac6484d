import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

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
