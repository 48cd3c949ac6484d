import { expect, test } from 'vitest';
import { changelogPage, generatorsPage } from './prose.ts';

test('breaking changes get a badge, and links to files outside the site become text', () => {
  const { text } = changelogPage(
    '# Changes\n\n- **Breaking** [notes](notes.md), [codes](catalogue.html#a)\n',
    '1.0.0',
  ).body;
  expect(text).toContain(
    '<span class="badge breaking">breaking</span> notes, <a href="catalogue.html#a">codes</a>',
  );
  expect(text).not.toContain('<h1');
});

test('the page of code generators has neither comment nor title of the file, and its code scrolls by keyboard', () => {
  const { text } = generatorsPage('<!-- Written -->\n\n# Code\n\n| a |\n|---|\n\n```text\nb\n```\n').body;
  expect(text).not.toMatch(/Written|<h1/);
  expect(text).toContain('<pre tabindex="0">');
  expect(text).toContain('<div class="scroll" tabindex="0"><table>');
});
