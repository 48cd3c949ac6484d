import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readBase } from './addresses.ts';
import { renderSite } from './site.ts';
import { siteFolder, writeFiles } from './site-folder.ts';

/** `node src/build.ts --base https://docs.example/cascade/` for a site at this address. */
const { values } = parseArgs({ options: { base: { type: 'string' } } });
const site = await renderSite(values.base === undefined ? {} : { base: readBase(values.base) });
rmSync(siteFolder, { recursive: true, force: true });
await writeFiles(siteFolder, site);
process.stdout.write(`${site.size} files in packages/docs/dist\n`);
