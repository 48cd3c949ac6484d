import { createRequire } from 'node:module';
import { stripVTControlCharacters } from 'node:util';
import type { Peer } from './peer.ts';
import { run } from './run.ts';

const require = createRequire(import.meta.url);

/** Dredd with nothing but the OpenAPI description and a key, as its guide has it. */
export const plainDredd: Peer = {
  name: 'Dredd on the OpenAPI description',
  absent: async () => undefined,
  async complaintsAbout({ url, key }, signal) {
    const program = require.resolve('dredd/bin/dredd');
    const description = require.resolve('@cascade/spec/generated/openapi.yaml');
    const args = [program, description, url, '--header', `x-api-key: ${key}`];
    return failuresIn(stripVTControlCharacters(await run(process.execPath, args, { signal })));
  },
};

/** Dredd writes a line with the name of a transaction that failed, and one with the reason. */
function failuresIn(output: string): readonly string[] {
  const failures = new Set<string>();
  let name = '';
  for (const [, said = ''] of output.matchAll(/^fail: (.*)$/gm)) {
    const named = /^(.+) duration: \d+ms$/.exec(said)?.[1];
    if (named === undefined) failures.add(`${name}: ${said}`);
    else name = named;
  }
  return [...failures];
}
