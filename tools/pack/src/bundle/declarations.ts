import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { publishedPackages, repositoryRoot } from '../published.ts';

const specifiers = /(\bfrom '|\bimport\(')([^']+)(')/g;

/**
 * Copies the declarations that the entries reach, those of our other packages included, into a folder: nothing that is
 * installed beside the package is needed to read them.
 * @throws {Error} where they need a package from outside.
 */
export function copyDeclarations(from: string, entries: readonly string[], to: string): void {
  const done = new Set<string>();
  const copy = (source: string, target: string) => {
    if (done.has(target)) return;
    done.add(target);
    const text = readFileSync(source, 'utf8').replace(/\n\/\/# sourceMappingURL=.*/, '');
    const rewritten = text.replaceAll(specifiers, (_, before, specifier, after) => {
      const next = resolveFrom(source, target, specifier);
      if (next === undefined) return `${before}${specifier}${after}`;
      copy(next.source, next.target);
      const path = posix.relative(posix.dirname(target), next.target).replace(/\.d\.ts$/, '.js');
      return `${before}${path.startsWith('.') ? path : `./${path}`}${after}`;
    });
    mkdirSync(dirname(join(to, target)), { recursive: true });
    writeFileSync(join(to, target), rewritten);
  };
  for (const entry of entries) copy(join(from, `${entry}.d.ts`), `${entry}.d.ts`);
}

interface Copied {
  readonly source: string;
  readonly target: string;
}

function resolveFrom(source: string, target: string, specifier: string): Copied | undefined {
  if (specifier.startsWith('node:')) return undefined;
  if (specifier.startsWith('.')) {
    const path = specifier.replace(/\.[jt]s$/, '.d.ts');
    return { source: join(dirname(source), path), target: posix.join(posix.dirname(target), path) };
  }
  const [scope, name, entry = ''] = specifier.split('/');
  const found = publishedPackages().find(({ manifest }) => manifest.name === `${scope}/${name}`);
  if (found === undefined)
    throw new Error(`${source}: its types need ${specifier}, which would have to be installed`);
  const built = join(repositoryRoot, found.folder, 'dist');
  const file = `${entry === '' ? 'index' : entry}.d.ts`;
  if (!existsSync(join(built, file)))
    throw new Error(`${relative(repositoryRoot, built)}: expected ${file}; build it`);
  return { source: join(built, file), target: `bundled/${name}/${file}` };
}
