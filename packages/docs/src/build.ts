import { rmSync } from 'node:fs';
import { renderSite } from './site.ts';
import { siteFolder } from './site-folder.ts';
import { writeFiles } from './write-files.ts';

const site = await renderSite();
rmSync(siteFolder, { recursive: true, force: true });
await writeFiles(siteFolder, site);
process.stdout.write(`${site.size} files in packages/docs/dist\n`);
