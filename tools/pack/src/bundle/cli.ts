import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { copyDeclarations } from './declarations.ts';
import { freezeModules } from './frozen-modules.ts';
import { bundledManifest } from './manifest.ts';
import { thirdPartyLicenses } from './third-party.ts';

/**
 * Assembles the published form of the verifier in dist/package: `node ../../tools/pack/src/bundle/cli.ts` in its folder,
 * after the compiler. Code, contract and dependencies are in one file for the command, and in another for programs.
 */
const root = process.cwd();
const into = join(root, 'dist/package');
const code = join(into, 'dist');

const options = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22.18',
  outdir: code,
  metafile: true,
  legalComments: 'none', // THIRD-PARTY-LICENSES.txt has them.
  logLevel: 'warning',
  // CommonJS packages in an ES module ask for Node's own modules by `require`.
  banner: {
    js: "import { createRequire as createRequireOfNode } from 'node:module';\nconst require = createRequireOfNode(import.meta.url);",
  },
  plugins: [
    freezeModules(root, [
      { file: 'src/scenario/load-scenarios.ts', reads: 'loadScenarios' },
      { file: 'src/description/load-described.ts', reads: 'loadDescribed' },
      { file: 'src/description/read-description.ts', reads: 'readDescription' },
      { file: 'src/scenario/clauses.ts', reads: 'loadClauses' },
      { file: 'src/gateway/read-schemas.ts', reads: 'readSchemas' },
      { file: 'src/profile/read-profile-schema.ts', reads: 'readProfileSchema' },
    ]),
  ],
} satisfies BuildOptions;

rmSync(into, { recursive: true, force: true });
mkdirSync(code, { recursive: true });
const results = await Promise.all([
  build({ ...options, entryPoints: { 'cascade-verify': 'src/cli/main.ts' } }),
  build({ ...options, entryPoints: ['src/index.ts', 'src/scenarios.ts'], splitting: true }),
]);

// The check of Node's version stays a file of its own: an older Node cannot read the bundle.
const guard = readFileSync('dist/cli.js', 'utf8').replace('./cli/main.js', './cascade-verify.js');
writeFileSync(join(code, 'cli.js'), guard.replace(/\n\/\/# sourceMappingURL=.*/, ''), { mode: 0o755 });
cpSync('src/report/html/report.css', join(code, 'report/html/report.css'));
copyDeclarations(join(root, 'dist'), ['index', 'scenarios'], code);

for (const folder of globSync(['profiles', 'schemas', 'README.md', 'CI.md']))
  cpSync(folder, join(into, folder), { recursive: true });
const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
writeFileSync(join(into, 'THIRD-PARTY-LICENSES.txt'), thirdPartyLicenses(inputs));
writeFileSync(join(into, 'package.json'), bundledManifest(readFileSync('package.json', 'utf8')));
