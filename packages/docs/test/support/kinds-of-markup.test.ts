import { expect, test } from 'vitest';
import { kindsOfMarkup, pagesOfEveryKind } from './kinds-of-markup.ts';

test('an element is told by its classes, its role, its attributes and the element around it', () => {
  expect([
    ...kindsOfMarkup('<main><a class="x" href="#">1</a><br><a class="x" href="#y">2</a></main>'),
  ]).toEqual([' > main', 'main > a[class=x][href]', 'main > br']);
});

test('pages that add no kind of markup are left out', () => {
  const pages = new Map([
    ['a', '<p>1</p>'],
    ['b', '<p>2</p><ul></ul>'],
    ['c', '<p>3</p><ol></ol>'],
    ['d', '<ul></ul>'],
    ['e', '<ol>1</ol>'],
  ]);
  expect(pagesOfEveryKind(pages)).toEqual(['b', 'c', 'e']);
});
