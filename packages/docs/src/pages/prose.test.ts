import { expect, test } from 'vitest';
import { generatorsPage } from './prose.ts';

test('the page of code generators has neither comment nor title of the file, and its code scrolls by keyboard', () => {
  const { text } = generatorsPage('<!-- Written -->\n\n# Code\n\n| a |\n|---|\n\n```text\nb\n```\n').body;
  expect(text).not.toMatch(/Written|<h1/);
  expect(text).toContain('<pre tabindex="0">');
  expect(text).toContain('<div class="scroll" tabindex="0"><table>');
});
