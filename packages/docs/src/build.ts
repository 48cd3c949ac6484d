import { rmSync } from 'node:fs';
import { renderSite } from './site.ts';
import { siteFolder, writeFiles } from './site-folder.ts';

const site = await renderSite();
rmSync(siteFolder, { recursive: true, force: true });
await writeFiles(siteFolder, site);
process.stdout.write(`${site.size} files in packages/docs/dist\n`);
