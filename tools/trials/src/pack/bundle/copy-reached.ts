import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, posix, relative } from 'node:path';
import { publishedPackages, repositoryRoot } from '../published.ts';

/** `import … from`, `export … from`, `import '…'` and `import('…')`, but not those of examples in comments. */
const imports =
  /(?<before>^(?:import|export|\})(?:[^'"\n]*\bfrom)? |\bimport\()(?<quote>['"])(?<specifier>[^'"\n]+)\k<quote>/gm;

interface Copying {
  /** Also copies the module of each declaration, and names in it its declarations: Deno asks there. */
  readonly withModules: boolean;
  /** The compiled modules of the package. */
  readonly from: string;
  /** Modules and declarations in `from`, with their extension. */
  readonly entries: readonly string[];
  readonly to: string;
  /** The packages that are installed beside it. */
  readonly installed: readonly string[];
}

/**
 * Copies modules or declarations and all that they reach, in the folder `bundled` those of our other
 * packages: of ours nothing has to be installed beside the package.
 * @throws {Error} where they need a package that is neither ours nor installed.
 */
export function copyReached({ from, entries, to, installed, withModules }: Copying): void {
  const done = new Set<string>();
  const copy = (source: string, target: string) => {
    if (done.has(target)) return;
    done.add(target);
    const text = readFileSync(source, 'utf8');
    const rewritten = text.replaceAll(imports, (...match) => {
      const { before, quote, specifier } = match.at(-1);
      const next = resolveFrom({ source, target }, specifier, installed);
      if (next === undefined) return `${before}${quote}${specifier}${quote}`;
      copy(next.source, next.target);
      const path = posix.relative(posix.dirname(target), next.target).replace(/\.d\.ts$/, '.js');
      return `${before}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`;
    });
    mkdirSync(dirname(join(to, target)), { recursive: true });
    // A program's first line names what runs it.
    const declarations = withModules && !text.startsWith('#!') ? declarationsOf(source) : '';
    writeFileSync(join(to, target), declarations + rewritten.replace(/\n\/\/# sourceMappingURL=.*/, ''));
    const [module, asModule] = [source, target].map((path) => path.replace(/\.d\.ts$/, '.js'));
    if (withModules && module !== undefined && asModule !== undefined && existsSync(module))
      copy(module, asModule);
  };
  for (const entry of entries) copy(join(from, entry), entry);
}

/** The line of a module by which Deno finds its declarations, outside `node_modules`. */
function declarationsOf(module: string): string {
  const file = module.replace(/\.js$/, '.d.ts');
  return file !== module && existsSync(file) ? `// @ts-self-types="./${basename(file)}"\n` : '';
}

interface Copied {
  readonly source: string;
  readonly target: string;
}

function resolveFrom(
  { source, target }: Copied,
  specifier: string,
  installed: readonly string[],
): Copied | undefined {
  const extension = source.endsWith('.d.ts') ? '.d.ts' : '.js';
  if (specifier.startsWith('.')) {
    const path = specifier.replace(/\.[jt]s$/, extension);
    return { source: join(dirname(source), path), target: posix.join(posix.dirname(target), path) };
  }
  const [, packageName = '', entry = 'index'] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (isBuiltin(specifier) || installed.includes(packageName)) return undefined;
  const found = publishedPackages().find(({ manifest }) => manifest.name === packageName);
  if (found === undefined)
    throw new Error(`${source}: it needs ${specifier}, which would have to be installed`);
  const built = join(repositoryRoot, found.folder, 'dist');
  const file = `${entry}${extension}`;
  if (!existsSync(join(built, file)))
    throw new Error(`${relative(repositoryRoot, built)}: expected ${file}; build it`);
  return { source: join(built, file), target: `bundled/${basename(found.folder)}/${file}` };
}
