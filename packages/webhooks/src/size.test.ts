import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

/** As a consumer's bundler makes it, for a browser or a worker: what needs Node does not get through. */
async function bundled(statement: string): Promise<{ readonly gzipped: number; readonly inputs: string[] }> {
  const resolveDir = fileURLToPath(new URL('.', import.meta.url));
  const { outputFiles, metafile } = await build({
    stdin: { contents: statement, resolveDir, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    metafile: true,
    write: false,
  });
  const [{ contents } = { contents: new Uint8Array() }] = outputFiles;
  return { gzipped: gzipSync(contents).length, inputs: Object.keys(metafile.inputs) };
}

test('the core has less than 3 kB, minified and gzipped, its dependencies included', async () => {
  const { gzipped, inputs } = await bundled("export { createStatusHandler } from './index.ts'");
  expect(gzipped).toBeLessThan(3000);
  expect(gzipped).toBeGreaterThan(1000); // else it is not all there
  expect(inputs.filter((path) => path.includes('node_modules'))).toEqual([]);
});

test('all of it has less than 3.5 kB', async () => {
  expect((await bundled("export * from './index.ts'")).gzipped).toBeLessThan(3500);
});

test.each(['node', 'postgres', 'testing'])('./%s needs nothing of Node either', async (name) => {
  const { gzipped } = await bundled(`export * from './${name}.ts'`);
  expect(gzipped).toBeLessThan(3000);
});

test('nothing from outside is needed at run time', () => {
  expect(Object.keys(manifest.dependencies)).toEqual(['@cascade/types']);
});
