import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** Bundles a module with its dependencies for a browser; fails on modules that only Node has. */
async function bundle(name: string) {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
    write: false,
    metafile: true,
    outfile: `${name}.js`,
  });
  const [{ contents, text } = { contents: new Uint8Array(), text: '' }] = outputFiles;
  return { text, gzipped: gzipSync(contents, { level: 9 }).length, inputs: Object.keys(metafile.inputs) };
}

test('the core is under 4.5 kB, openapi-fetch included, without rules and catalogue', async () => {
  const { gzipped, inputs } = await bundle('index');
  expect(inputs.filter((path) => /validator|catalogue|advice|cases|testing/.test(path))).toEqual([]);
  expect(inputs.some((path) => path.includes('openapi-fetch'))).toBe(true);
  expect(gzipped).toBeLessThan(4_608);
});

test('preflight runs in a browser', async () => {
  const { text } = await bundle('preflight');
  expect(text).not.toMatch(/node:|\brequire\(|\bprocess\./);
  const { preflight } = await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
  expect(preflight({ cascadeId: 1, subscriberFilter: { address: '1', type: 'PHONE' } })?.code).toBe(
    'content-not-specified',
  );
});

test('the client with the message history is without rules and catalogue', async () => {
  const { inputs } = await bundle('history');
  expect(inputs.filter((path) => /validator|catalogue|advice|cases|testing|lenient/.test(path))).toEqual([]);
});

test('each is as small as the README says, to the next half of a kB', async () => {
  const readme = readFileSync(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8');
  const rows = [...readme.matchAll(/^\| `(?:@cascade\/client|…\/(\w+))` \| ([\d.]+ kB) \|/gm)];
  const stated = rows.map(([, name = 'index', size]) => [name, size]);
  const measured = stated.map(async ([name = '']) => {
    const { gzipped } = await bundle(name);
    return [name, `${Math.ceil(gzipped / 500) / 2} kB`];
  });
  expect(stated).toEqual(await Promise.all(measured));
  expect(stated).toHaveLength(5);
  expect(readme).toContain(`${(await bundle('index')).gzipped.toLocaleString('en')} bytes`);
});
