/** A program that installs packages, and the lines that the pages print for it. */
export interface Manager {
  readonly name: string;
  readonly version: string;
  /** Its package in the registry. */
  readonly archive: string;
  /** Once, in an empty folder. */
  readonly prepare?: string;
  /** Installs the tarball of the client. */
  readonly add: string;
  /** Runs a program there. */
  readonly runs: string;
  /** Compiles a program there; TypeScript finds no packages that Yarn leaves in its archives. */
  readonly compiles?: 'tsc' | 'deno check';
}

/** Where the pages put tarballs. */
const shownFolder = '/tmp/cascade';
const shownTarball = `${shownFolder}/cascade-client-*.tgz`;

/**
 * The package managers under test, each in an empty folder. pnpm would fail over build scripts that
 * it did not run: of PostgreSQL's binaries and of what the mock needs, which need none.
 */
const known: readonly Omit<Manager, 'archive'>[] = [
  { name: 'npm', version: '11.21.2', add: `npm install ${shownTarball}`, runs: 'node', compiles: 'tsc' },
  {
    name: 'pnpm',
    version: '12.21.0',
    add: `pnpm add --ignore-scripts ${shownTarball}`,
    runs: 'node',
    compiles: 'tsc',
  },
  { name: 'Yarn', version: '1.22.22', add: `yarn add ${shownTarball}`, runs: 'node', compiles: 'tsc' },
  {
    name: 'Yarn',
    version: '4.18.1',
    prepare: 'yarn init --yes',
    add: `yarn add ${shownTarball}`,
    runs: 'yarn node',
  },
  {
    name: 'Yarn',
    version: '4.18.1',
    prepare: 'yarn init --yes && yarn config set nodeLinker node-modules',
    add: `yarn add ${shownTarball}`,
    runs: 'node',
    compiles: 'tsc',
  },
  { name: 'Bun', version: '1.4.5', add: `bun add ${shownTarball}`, runs: 'bun run', compiles: 'tsc' },
  {
    name: 'Deno',
    version: '2.9.6',
    prepare: `echo '{ "workspaces": ["cascade/*"] }' > package.json`,
    add: `mkdir -p cascade/client && tar -xzf ${shownTarball} --strip-components=1 -C cascade/client && deno install`,
    runs: 'deno run --allow-all',
    compiles: 'deno check',
  },
];

/** Each with its package in the registry. */
export const managers: readonly Manager[] = known.map((one) => ({ ...one, archive: archiveOf(one) }));

function archiveOf({ name, version }: Pick<Manager, 'name' | 'version'>): string {
  const isNewYarn = name === 'Yarn' && !version.startsWith('1.');
  return `${isNewYarn ? '@yarnpkg/cli-dist' : name.toLowerCase()}@${version}`;
}

/** What the page of a package prints. */
export function shownLine(packageName: string): string {
  return lineFor(`npm install ${shownTarball}`, packageName, shownFolder);
}

/** A line of the pages, for another package and the folder where the tarballs are. */
export function lineFor(shown: string, packageName: string, folder: string): string {
  const short = packageName.slice('@cascade/'.length);
  return shown
    .replaceAll('cascade-client-', `cascade-${short}-`)
    .replaceAll('cascade/client', `cascade/${short}`)
    .replaceAll(shownFolder, folder);
}
