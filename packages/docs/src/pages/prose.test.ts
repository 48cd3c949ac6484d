import { expect, test } from 'vitest';
import { changelogPage } from './prose.ts';

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
