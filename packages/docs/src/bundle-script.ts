import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** A script of `browser/` in one file, with what it imports. */
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
