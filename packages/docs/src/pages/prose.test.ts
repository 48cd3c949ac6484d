import { expect, test } from 'vitest';
import { generatorsPage, kitsPages, operatorsPage } from './prose.ts';

test('the page of code generators has neither comment nor title of the file, and its code scrolls by keyboard', () => {
  const { text } = generatorsPage('<!-- Written -->\n\n# Code\n\n| a |\n|---|\n\n```text\nb\n```\n').body;
  expect(text).not.toMatch(/Written|<h1/);
  expect(text).toContain('<pre tabindex="0">');
  expect(text).toContain('<div class="scroll" tabindex="0"><table>');
});

test('the pages of the kits link to each other and to the table', () => {
  const [kits] = kitsPages('# Kits\n\n[t](../../spec/interop.md#kits) [c](catalogue.md)\n', '# Form\n');
  expect(kits?.body.text).toContain('href="/generators.html#kits"');
  expect(kits?.body.text).toContain('href="/kit-catalogue.html"');
});

test('a page for operators has the title and the first paragraph of its file apart', () => {
  const page = operatorsPage(
    'ttl.html',
    '# How to *choose*\n\nA stage ends\n*in time*.\n\n## Which\n\nThis.\n',
  );
  expect(page).toMatchObject({ file: 'ttl.html', title: 'How to *choose*', lead: 'A stage ends in time.' });
  expect(page.body.text).not.toContain('A stage ends');
  expect(page.body.text).toContain('Which');
});
