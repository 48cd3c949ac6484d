import { expect, test } from 'vitest';
import { atServerRoot, findingRoot } from './not-found.ts';

test('for a server, links begin at its root; anchors and other hosts stay', () => {
  const markup =
    '<html lang="en" data-root=""><a href="limits.html">a</a><a href="#main">b</a><a href="https://a/">c</a><script src="portal.js"></script>';
  expect(atServerRoot(markup)).toBe(
    '<html lang="en" data-root="/"><a href="/limits.html">a</a><a href="#main">b</a><a href="https://a/">c</a><script src="/portal.js"></script>',
  );
});

test('elsewhere a script knows the folders of the site, and runs before any link is followed', () => {
  const markup = findingRoot('<html><head>\n<title>x</title>', [
    'index.html',
    'codes/a.html',
    'codes/b.html',
  ]);
  expect(markup).toMatch(/^<html><head>\n<script>/);
  expect(markup).toContain('(?:codes)');
});
