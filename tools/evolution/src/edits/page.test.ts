import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { evolutionPage, pagePath } from './page.ts';

test('spec/evolution.md is current; `npm run evolution -- --page` writes it', () => {
  expect(readFileSync(join(repositoryRoot, pagePath), 'utf8')).toBe(evolutionPage());
});
