import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderSite } from './site.ts';
import { siteFolder } from './site-folder.ts';

const site = await renderSite();
rmSync(siteFolder, { recursive: true, force: true });
mkdirSync(siteFolder, { recursive: true });
for (const [file, text] of site) writeFileSync(join(siteFolder, file), text);
process.stdout.write(`${site.size} files in packages/docs/dist\n`);
