import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { Plugin } from 'esbuild';

/** A module whose only function reads files of the contract, which is not there when the bundle runs. */
export interface FrozenModule {
  /** Below the folder of the package. */
  readonly file: string;
  readonly reads: string;
}

/** Puts what a module reads into the bundle, instead of the module. */
export function freezeModules(folder: string, modules: readonly FrozenModule[]): Plugin {
  const byPath = new Map(modules.map((one) => [join(folder, one.file), one]));
  return {
    name: 'freeze-modules',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const module = byPath.get(path);
        return module && { contents: await freeze(path, module), loader: 'js' };
      });
    },
  };
}

async function freeze(path: string, { reads }: FrozenModule): Promise<string> {
  const exports: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href);
  const read = exports[reads];
  if (Object.keys(exports).join() !== reads || typeof read !== 'function')
    throw new Error(`${path}: expected one export, the function ${reads}; found ${Object.keys(exports)}`);
  const value: unknown = read();
  const text = JSON.stringify(value);
  if (!isDeepStrictEqual(JSON.parse(text), value))
    throw new Error(`${path}: ${reads}() returns what JSON cannot hold`);
  return `let value;\nexport const ${reads} = () => (value ??= JSON.parse(${JSON.stringify(text)}));\n`;
}
