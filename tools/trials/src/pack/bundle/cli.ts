import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { edited } from '@cascade/contract';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { precomputed } from '../precomputed.ts';
import { publishedPackages, repositoryRoot } from '../published.ts';
import { copyReached } from './copy-reached.ts';
import { packedManifest } from './packed-manifest.ts';

/** Puts what modules of these packages read into the bundle, instead of the modules. */
async function precomputedModules(folders: readonly string[]): Promise<Plugin> {
  const texts = folders.map(async (folder) =>
    [...(await precomputed(folder))].map(
      ([module, text]) => [join(repositoryRoot, folder, 'src', `${module}.ts`), text] as const,
    ),
  );
  const byPath = new Map((await Promise.all(texts)).flat());
  return {
    name: 'precomputed-modules',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = byPath.get(path);
        if (contents !== undefined) return { contents, loader: 'js', resolveDir: dirname(path) };
        // esbuild follows `require` alone, and what a module requires when it runs is not installed beside a
        // bundle.
        const text = readFileSync(path, 'utf8');
        return { contents: text.replaceAll('createRequire(import.meta.url)(', 'require('), loader: 'ts' };
      });
    },
  };
}

/** The manifest stays a file beside the bundle: a tarball between releases has another version in it. */
function manifestBeside(folder: string): Plugin {
  return {
    name: 'manifest-beside',
    setup({ onResolve }) {
      onResolve({ filter: /package\.json$/ }, ({ path, resolveDir }) =>
        join(resolveDir, path) === join(folder, 'package.json')
          ? { path: '../package.json', external: true }
          : undefined,
      );
    },
  };
}

interface ThirdParty {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

/**
 * The licences of all packages from outside whose code is in a bundle.
 * @param inputs every file of the bundle
 * @throws {Error} if a package names no licence.
 */
function thirdPartyLicenses(inputs: readonly string[]): string {
  const folders = inputs.filter((file) => file.includes('node_modules/')).map(packageFolder);
  const packages = [...new Set(folders)].map(readLicense);
  const sorted = packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const intro = 'This package contains code of the following packages, each under its own licence.\n';
  return [intro, ...sorted.map(describe)].join('\n');
}

function describe({ name, version, license, text }: ThirdParty): string {
  return `${'-'.repeat(80)}\n${name} ${version}, ${license}\n\n${text.trim()}\n`;
}

function packageFolder(file: string): string {
  const [, folder = ''] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(resolve(file)) ?? [];
  return folder;
}

function readLicense(folder: string): ThirdParty {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (license === undefined) throw new Error(`${folder}: expected a licence in package.json, found none`);
  const file = readdirSync(folder).find((each) => /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i.test(each));
  const text =
    file === undefined
      ? `Copyright (c) ${author?.name ?? author ?? `the authors of ${name}`}. The package names its licence, and has no text of it.`
      : readFileSync(join(folder, file), 'utf8');
  return { name, version, license, text };
}

/**
 * Assembles the published form of a package in dist/package: run in its folder, after the compiler. Code,
 * contract and dependencies are in one file for the command, and in another for programs.
 */
const root = process.cwd();
const into = join(root, 'dist/package');
const code = join(into, 'dist');
const published = publishedPackages();
const { dependencies = {}, publishConfig = {} } =
  published.find(({ folder }) => folder === relative(repositoryRoot, root))?.manifest ?? {};
const [command = ''] = Object.keys(publishConfig.bin ?? {});
const entries = Object.keys(publishConfig.exports ?? {}).map((entry) => entry.slice(2) || 'index');
const bundled = published.filter(({ manifest }) => manifest.name in dependencies).map(({ folder }) => folder);

const options = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22.18',
  mainFields: ['module', 'main'], // The other form of jsonc-parser hides its `require` from the bundler.
  outdir: code,
  metafile: true,
  legalComments: 'none', // THIRD-PARTY-LICENSES.txt has them.
  logLevel: 'warning',
  // CommonJS packages in an ES module ask for Node's own modules by `require`.
  banner: {
    js: "import { createRequire as createRequireOfNode } from 'node:module';\nconst require = createRequireOfNode(import.meta.url);",
  },
  plugins: [manifestBeside(root), await precomputedModules([relative(repositoryRoot, root), ...bundled])],
} satisfies BuildOptions;

rmSync(into, { recursive: true, force: true });
mkdirSync(code, { recursive: true });
const results = await Promise.all([
  build({ ...options, entryPoints: { [command]: 'src/cli/main.ts' } }),
  build({ ...options, entryPoints: entries.map((entry) => `src/${entry}.ts`), splitting: true }),
]);

// The check of Node's version stays a file of its own: an older Node cannot read the bundle.
const guard = edited(readFileSync('dist/cli.js', 'utf8'), './cli/main.js', `./${command}.js`);
writeFileSync(join(code, 'cli.js'), guard.replace(/\n\/\/# sourceMappingURL=.*/, ''), { mode: 0o755 });
for (const sheet of globSync('**/*.css', { cwd: 'src' })) cpSync(join('src', sheet), join(code, sheet));
const declarations = entries.map((entry) => `${entry}.d.ts`);
copyReached({ from: join(root, 'dist'), entries: declarations, to: code, installed: [], withModules: false });

for (const folder of globSync(['profiles', 'schemas', 'README.md', 'CI.md']))
  cpSync(folder, join(into, folder), { recursive: true });
const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
writeFileSync(join(into, 'THIRD-PARTY-LICENSES.txt'), thirdPartyLicenses(inputs));
writeFileSync(join(into, 'package.json'), packedManifest(readFileSync('package.json', 'utf8'), {}));
