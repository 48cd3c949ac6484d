import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Part } from './part.ts';
import { programFigures, root, twoPrograms } from './programs.ts';
import { redocly } from './redocly.ts';

export const lint: Part = {
  name: 'lint',
  says: "lints all descriptions by Redocly's rules and by our own",
  peer: "`redocly lint` of the same descriptions by the same rules of Redocly's alone",
  figures: programFigures,
  async prepare() {
    const folder = await mkdtemp(join(tmpdir(), 'cascade-bench-'));
    const config = join(folder, 'redocly.yaml');
    await writeFile(
      config,
      JSON.stringify(
        bareConfig(parse(await readFile(join(root, 'spec/redocly.yaml'), 'utf8'), { merge: true })),
      ),
    );
    return twoPrograms(redocly('lint', '--config', 'redocly.yaml'), redocly('lint', '--config', config), () =>
      rm(folder, { recursive: true }),
    );
  },
};

interface Config {
  readonly apis: Readonly<Record<string, { readonly root: string }>>;
  readonly rules: Readonly<Record<string, unknown>>;
}

/** The same without our plugin and its rules; the descriptions by their whole paths. JSON is YAML. */
function bareConfig({ apis, rules, ...config }: Config): object {
  const { plugins: _, ...rest } = config as { readonly plugins?: unknown };
  const whole = Object.entries(apis).map(([name, api]) => [name, { root: join(root, 'spec', api.root) }]);
  const theirs = Object.entries(rules).filter(([name]) => !name.startsWith('cascade/'));
  return { ...rest, apis: Object.fromEntries(whole), rules: Object.fromEntries(theirs) };
}
