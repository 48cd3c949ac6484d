import { expect, test } from 'vitest';
import { withRelativeLinks } from './relative-links.ts';

test('links from the root of the site become relative to the page', () => {
  const link = '<a href="/limits.html#x">x</a><script src="/portal.js"></script>';
  expect(withRelativeLinks(link, 'index.html')).toBe(link.replaceAll('="/', '="'));
  expect(withRelativeLinks(link, 'codes/a.html')).toBe(link.replaceAll('="/', '="../'));
});

test('other links and text stay as they are', () => {
  const others = '<a href="//host/x"></a><a href="#x"></a><a href="https://a/b"></a>href=&quot;/x&quot;';
  expect(withRelativeLinks(others, 'codes/a.html')).toBe(others);
});
