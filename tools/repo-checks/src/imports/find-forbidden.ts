import { posix } from 'node:path';
import { allowedAtRunTime, type Exception, neverAllowed } from './allowed.ts';
import type { SourceFile } from './read-imports.ts';
import type { Manifest, WorkspacePackage } from './workspace.ts';

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
