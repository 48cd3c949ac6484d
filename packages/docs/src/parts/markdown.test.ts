import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.ts';

test('headings have anchors and move down', () => {
  expect(renderMarkdown('# When it `fails`, again', { down: 1 }).text).toBe(
    '<h2 id="when-it-fails-again">When it <code>fails</code>, again</h2>\n',
  );
});

test('links of the site stay, those to files of the repository become text', () => {
  const { text } = renderMarkdown('[a](site:codes/x.html) [b](../spec/README.md) [c](https://x.example/)');
  expect(text).toBe('<p><a href="/codes/x.html">a</a> b <a href="https://x.example/">c</a></p>\n');
});

test('code has colours, tables scroll', () => {
  const { text } = renderMarkdown('```json\n{"a": 1}\n```\n\n| a | |\n| - | - |\n| 1 | 2 |');
  expect(text).toContain('<figure class="code">');
  expect(text).toContain('<span class="h-number">1</span>');
  expect(text).toContain('<div class="scroll" tabindex="0"><table>');
  expect(text).toContain('<th>a</th>\n<td></td>');
});

test('a row of many columns names them, for a phone', () => {
  const { text } = renderMarkdown('| | `b` | c | d |\n| - | - | - | - |\n| 1 | 2 | 3 | 4 |');
  expect(text).toContain('<table class="overview">');
  expect(text).toMatch(/<td data-column="">1<\/td>\n<td data-column="b">2<[\s\S]*<td data-column="d">4</);
  expect(renderMarkdown('| a | b |\n| - | - |\n| 1 | 2 |').text).not.toContain('data-column');
});
