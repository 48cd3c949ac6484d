import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputOf } from '@cascade/repository/test-kit';
import { parse } from 'yaml';
import { endedChildrenSeconds } from '../../harness/processes.ts';
import type { ComparedPart, MeasuredTurn, PreparedSides } from './part.ts';

/** The root of the repository. */
const root = fileURLToPath(new URL('../../../../../', import.meta.url));

/** What is read off a program that runs to its end. */
const programFigures: ComparedPart['figures'] = {
  time: { says: 'a run', unit: 's', better: 'lower' },
  processor: { says: 'processor time of a run', unit: 's', better: 'lower' },
};

/** The arguments of Node, and where it runs. */
interface NodeRun {
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Instead of ours. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** Runs a program of Node once. @throws {Error} with its output if it fails. */
function runNode({ args, ...options }: NodeRun): MeasuredTurn {
  return async () => {
    const processor = endedChildrenSeconds();
    const begin = performance.now();
    await outputOf(process.execPath, args, options);
    const time = (performance.now() - begin) / 1_000;
    return { time, processor: endedChildrenSeconds() - processor };
  };
}

function twoPrograms(ours: NodeRun, peer: NodeRun): PreparedSides {
  return { ours: runNode(ours), peer: runNode(peer) };
}

const spec = join(root, 'spec');
const redoclyProgram = join(spec, 'node_modules/@redocly/cli/bin/cli.js');
const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Redocly's command in the folder of the descriptions. */
function redocly(...args: readonly string[]): NodeRun {
  return { args: [redoclyProgram, ...args], cwd: spec, environment };
}

export const lint: ComparedPart = {
  name: 'lint',
  says: "lints all descriptions by Redocly's rules and by our own",
  peer: "`redocly lint` of the same descriptions by the same rules of Redocly's alone",
  figures: programFigures,
  async prepare(_, bed) {
    const text = await readFile(join(root, 'spec/redocly.yaml'), 'utf8');
    const config = await bed.write('redocly.yaml', bareConfig(parse(text, { merge: true })));
    return twoPrograms(redocly('lint', '--config', 'redocly.yaml'), redocly('lint', '--config', config));
  },
};

type Rules = Readonly<Record<string, unknown>>;

interface Config {
  readonly apis: Readonly<Record<string, { readonly root: string; readonly rules?: Rules }>>;
  readonly rules: Rules;
  readonly [other: string]: unknown;
}

/** The same without our plugin and its rules; the descriptions by their whole paths. JSON is YAML. */
function bareConfig({ apis, rules, plugins: _, decorators: _ours, ...rest }: Config): object {
  const theirs = (all: Rules) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith('cascade/')));
  const whole = Object.entries(apis).map(([name, api]) => [
    name,
    { root: join(root, 'spec', api.root), rules: theirs(api.rules ?? {}) },
  ]);
  return { ...rest, apis: Object.fromEntries(whole), rules: theirs(rules) };
}

const descriptions = ['openapi', 'asyncapi', 'gateway'];

function generatePart(name: string, says: string, options: readonly string[]): ComparedPart {
  return {
    name,
    says,
    peer: '`redocly bundle` of the three descriptions, which is where each generator begins',
    figures: programFigures,
    async prepare(_, { folder }) {
      return twoPrograms(
        { args: [join(root, 'tools/contract/src/generate/cli.ts'), ...options], cwd: root },
        redocly('bundle', ...descriptions, '--output', folder),
      );
    },
  };
}

export const generateParts = generatePart(
  'generate',
  'writes every generated file: descriptions, types, validators, catalogue, vectors and pages, from unchanged sources',
  [],
);

export const generateCheck = generatePart(
  'generate-check',
  'makes every generated file, and compares it with the committed one',
  ['--check'],
);

export const portal: ComparedPart = {
  name: 'portal',
  says: 'builds the whole documentation: the pages, the search, the console and both references',
  peer: '`redocly build-docs` of the OpenAPI description alone: one page',
  figures: programFigures,
  async prepare(_, { folder }) {
    const page = join(folder, 'page.html');
    return twoPrograms(
      { args: [join(root, 'packages/docs/src/build.ts')] },
      redocly('build-docs', 'generated/openapi.yaml', '--output', page),
    );
  },
};
