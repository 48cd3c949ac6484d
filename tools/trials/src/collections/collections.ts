import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { writeReleaseFiles } from '@cascade/bundle';
import { startMock } from '@cascade/mock';

/** A command from npm that tries what `spec/` offers, fetched by npx at a fixed version. */
export interface NpmCheck {
  readonly name: string;
  readonly version: string;
  /** What it tries, for the page. */
  readonly tries: string;
  /** The package, as npx reads it. */
  readonly from: string;
  /** Where it runs; undefined means anywhere. */
  readonly folder?: string;
  /** What follows the package; `url` is that of a mock. It ends with 0 if all is well. */
  args(url: string): readonly string[];
}

writeReleaseFiles();

const collection = fileURLToPath(
  import.meta.resolve('@cascade/spec/collections/generated/cascade.postman_collection.json'),
);
const brunoManifest = import.meta.resolve('@cascade/spec/collections/generated/bruno/bruno.json');

/** Newman and Bruno: with their dependencies they have 350 MB, too much for a dependency of every clone. */
export const collections: readonly NpmCheck[] = [
  {
    name: 'newman',
    version: '6.2.2',
    tries: 'runs the Postman collection against the mock',
    from: 'newman@6.2.2',
    args: (url) => ['run', collection, '--env-var', `baseUrl=${url}`],
  },
  {
    name: 'bruno',
    version: '4.1.0',
    tries: 'runs the Bruno collection against the mock',
    from: '@usebruno/cli@4.1.0',
    folder: fileURLToPath(new URL('.', brunoManifest)),
    args: (url) => ['run', '-r', '--env-var', `baseUrl=${url}`],
  },
];

const minutesForOne = 10;

/** `npm run collections`: runs the Postman collection by Newman and the Bruno collection by Bruno, against the mock. */
if (import.meta.main) {
  const mock = await startMock({ port: 0, log: () => {} });
  const codes: (number | null)[] = [];
  for (const one of collections) codes.push(await npx(one, mock.url));
  await mock.close();
  process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
}

async function npx({ from, args, folder = '.' }: NpmCheck, url: string): Promise<number | null> {
  const child = spawn('npx', ['-y', from, ...args(url)], {
    cwd: folder,
    stdio: 'inherit',
    timeout: minutesForOne * 60_000,
  });
  const [code] = await once(child, 'close');
  return code;
}
