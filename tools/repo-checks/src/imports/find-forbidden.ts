import { existsSync } from 'node:fs';
import { join, matchesGlob, posix } from 'node:path';
import { readText, repositoryRoot } from '@cascade/contract';
import { trackedFiles } from '../tracked-files.ts';
import type { SourceFile } from './read-imports.ts';

/**
 * ARCHITECTURE.md, «What may depend on what»: which packages of ours the run-time files of a package may import. The
 * docs are a site that is built in the repository; they are not packed, and their build reads the contract.
 */
export const allowedAtRunTime: Readonly<Record<string, readonly string[]>> = {
  '@cascade/spec': [],
  '@cascade/types': [],
  '@cascade/validator': ['@cascade/types'],
  '@cascade/yaml-file': [],
  '@cascade/embedded-postgres': [],
  '@cascade/lenient-requests': ['@cascade/types', '@cascade/validator'],
  '@cascade/mock': [
    '@cascade/lenient-requests',
    '@cascade/spec',
    '@cascade/types',
    '@cascade/validator',
    '@cascade/yaml-file',
  ],
  '@cascade/service': [
    '@cascade/embedded-postgres',
    '@cascade/lenient-requests',
    '@cascade/spec',
    '@cascade/types',
    '@cascade/validator',
    '@cascade/yaml-file',
  ],
  '@cascade/client': ['@cascade/lenient-requests', '@cascade/types', '@cascade/validator'],
  '@cascade/webhooks': ['@cascade/types'],
  '@cascade/verifier': ['@cascade/spec', '@cascade/types', '@cascade/yaml-file'],
  '@cascade/mcp': ['@cascade/docs', '@cascade/mock', '@cascade/validator'],
  '@cascade/docs': [
    '@cascade/bundle',
    '@cascade/client',
    '@cascade/contract',
    '@cascade/evolution',
    '@cascade/trials',
    '@cascade/verifier',
    '@cascade/webhooks',
  ],
};

/** What not even the tests of a package may import: a provider never knows the verifier that judges it. */
const neverAllowed: Readonly<Record<string, readonly string[]>> = {
  '@cascade/mock': ['@cascade/verifier'],
  '@cascade/service': ['@cascade/verifier'],
};

/** An import that the rules forbid, and that is right all the same. */
interface Exception {
  readonly path: string;
  /** A path below the root of the repository, or a package. */
  readonly target: string;
  readonly because: string;
}

export const exceptions: readonly Exception[] = [
  {
    path: 'tools/test-kit/src/proofs.ts',
    target: 'pnpm-lock.yaml',
    because: 'names every library in the version that is here',
  },
  {
    path: 'tools/bench/src/scenarios/parts/programs.ts',
    target: '.',
    because: 'runs commands of the repository where their users do',
  },
  {
    path: 'packages/service/vitest.config.ts',
    target: 'tools/test-kit/vitest.config.ts',
    because: 'extends the shared one',
  },
  {
    path: 'packages/docs/vitest.config.ts',
    target: 'tools/test-kit/vitest.config.ts',
    because: 'extends the shared one',
  },
  {
    path: 'packages/verifier/vitest.config.ts',
    target: 'tools/test-kit/vitest.config.ts',
    because: 'extends the shared one',
  },
  {
    path: 'packages/client/bench/consumer.ts',
    target: 'packages',
    because: 'packs four packages and installs them',
  },
  {
    path: 'packages/service/src/gateways/gateway-example.test.ts',
    target: 'examples/gateway-node/gateway.ts',
    because: 'sends through the example',
  },
  {
    path: 'packages/verifier/test/gateway.test.ts',
    target: 'examples/gateway-node/gateway.ts',
    because: 'judges the example',
  },
  {
    path: 'packages/verifier/test/hostile-targets.test.ts',
    target: 'packages/service/src/testing/smpp',
    because: 'a certificate that signs itself',
  },
  {
    path: 'packages/verifier/test/python-provider.test.ts',
    target: 'examples/provider-python',
    because: 'judges the example',
  },
  {
    path: 'packages/verifier/bench/source-mutation/mutants.ts',
    target: 'examples/provider-python',
    because: 'mutates the example',
  },
  {
    path: 'spec/testers/dredd-hooks.cjs',
    target: 'hooks',
    because: 'Dredd provides it to its hook files',
  },
  { path: 'packages/service/deploy/src/try-image.ts', target: '.', because: 'builds images from the root' },
  { path: 'tools/bundle/src/bundle-description.ts', target: 'spec', because: 'Redocly runs in this folder' },
  { path: 'tools/commands/src/turbo.ts', target: '.', because: 'finds the root' },
  { path: 'tools/contract/src/yaml-file.ts', target: '.', because: 'finds the root' },
  { path: 'tools/pack/src/published.ts', target: '.', because: 'finds the root' },
  {
    path: 'tools/trials/src/readers/readers.ts',
    target: 'packages/verifier',
    because: 'runs its command line',
  },
  { path: 'tools/trials/src/readers/recipes.ts', target: 'packages/verifier', because: 'reads its recipes' },
  { path: 'tools/trials/src/interop/examples.ts', target: 'examples', because: 'runs the examples' },
  {
    path: 'tools/trials/src/interop/examples.ts',
    target: 'packages/verifier/src/cli.ts',
    because: 'runs its command line',
  },
  {
    path: 'tools/trials/src/interop/examples.test.ts',
    target: 'examples/README.md',
    because: 'compares the overview with what runs',
  },
  { path: 'tools/trials/src/interop/examples.ts', target: 'packages/kits', because: 'runs the kits' },
  {
    path: 'tools/trials/src/interop/examples.test.ts',
    target: 'packages/kits/README.md',
    because: 'compares the overview with what runs',
  },
  {
    path: 'tools/trials/src/interop/kit-steps.ts',
    target: 'packages/kits/go/catalogue.json',
    because: 'asks for every code of the kits',
  },
];

/** The parts of a `package.json` that say what may be imported. */
interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package of the workspace. */
interface WorkspacePackage {
  /** Below the root of the repository; `.` for the root itself. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** Whether a file is packed, or is part of a site: neither test nor bench. Paths are below the folder. */
  readonly isRunTime: (path: string) => boolean;
}

export function readWorkspace(): readonly WorkspacePackage[] {
  return trackedFiles()
    .filter((path) => posix.basename(path) === 'package.json')
    .map((path) => {
      const folder = posix.dirname(path);
      return { folder, manifest: readManifest(path), isRunTime: runTimeFiles(folder) };
    });
}

export function readManifest(path: string): Manifest {
  return JSON.parse(readText(repositoryRoot, path));
}

/** What `tsconfig.build.json` compiles; in the docs, which have none, all of `src` and `browser` but the tests. */
function runTimeFiles(folder: string): (path: string) => boolean {
  const config = `${folder}/tsconfig.build.json`;
  if (!/^packages\/[^/]+$/.test(folder)) return () => false;
  const { include, exclude }: { include: readonly string[]; exclude: readonly string[] } = existsSync(
    join(repositoryRoot, config),
  )
    ? JSON.parse(readText(repositoryRoot, config))
    : { include: ['src', 'browser'], exclude: ['**/*.test.ts', '**/testing'] };
  const isBelow = (path: string) => (glob: string) =>
    matchesGlob(path, glob) || matchesGlob(path, `${glob}/**`);
  return (path) => include.some(isBelow(path)) && !exclude.some(isBelow(path));
}

/** Every import that crosses the boundary of a package against the rules, with the way to fix it. */
export function findForbidden(
  files: readonly SourceFile[],
  workspace: readonly WorkspacePackage[],
  exceptions: readonly Exception[],
): readonly string[] {
  return files.flatMap(({ path, imports }) => {
    const home = packageOf(path, workspace);
    if (home === undefined) return [];
    return imports.flatMap(({ specifier, line }) => {
      const target = targetOf(path, specifier);
      if (exceptions.some((exception) => exception.path === path && exception.target === target)) return [];
      const fault = specifier.startsWith('.')
        ? faultOfPath(path, target, home)
        : faultOfPackage(path, target, home);
      return fault === undefined ? [] : [`${path}:${line}: imports ${specifier}: ${fault}`];
    });
  });
}

/** Where an import leads: a path below the root of the repository, or the name of a package. */
export function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier).replace(/(?<=.)\/$/, '');
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function packageOf(path: string, workspace: readonly WorkspacePackage[]): WorkspacePackage | undefined {
  const around = workspace.filter(({ folder }) => folder === '.' || path.startsWith(`${folder}/`));
  return around.sort((a, b) => b.folder.length - a.folder.length)[0];
}

function faultOfPath(
  path: string,
  target: string,
  { folder, isRunTime }: WorkspacePackage,
): string | undefined {
  const inside = posix.relative(folder, target);
  if (inside.startsWith('..'))
    return `${target} is outside ${folder}; add its package to package.json and import it by name`;
  const isSource = /\.[cm]?[jt]s$/.test(target);
  if (!isSource || !isRunTime(posix.relative(folder, path)) || isRunTime(inside)) return undefined;
  return `tsconfig.build.json does not compile ${inside}; move it, or import it in tests only`;
}

function faultOfPackage(path: string, name: string, home: WorkspacePackage): string | undefined {
  const { folder, manifest } = home;
  if (/^(?:node|data):/.test(name) || name === manifest.name) return undefined;
  if (neverAllowed[manifest.name]?.includes(name))
    return `${manifest.name} may not know ${name}, not even in tests`;
  const atRunTime = home.isRunTime(posix.relative(folder, path));
  const allowed = allowedAtRunTime[manifest.name] ?? [];
  if (atRunTime && name.startsWith('@cascade/') && !allowed.includes(name))
    return `at run time ${manifest.name} may import ${allowed.join(', ') || 'no package of ours'} (ARCHITECTURE.md)`;
  const isPacked = atRunTime && !manifest.private;
  if (installedWith(manifest, isPacked).includes(name)) return undefined;
  return `expected ${name} in "${isPacked ? 'dependencies' : 'devDependencies'}" of ${folder}/package.json`;
}

/** The packages that are there when the file runs: for what is packed, without those of development. */
function installedWith(manifest: Manifest, isPacked: boolean): readonly string[] {
  return Object.keys({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies,
    ...(isPacked ? {} : manifest.devDependencies),
  });
}
