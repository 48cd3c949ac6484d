import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { MockAnswer } from '../mock.ts';
import type { ControlMethods } from './control-operation.ts';

const file = new URL('../generated/inspector.html', import.meta.url);

/** `/control/inspector`. */
export const inspectorOperations: ControlMethods = { GET: async () => inspectorPage() };

/** `/control/`, where people look for it. */
export const entranceOperations: ControlMethods = {
  GET: async () => ({ status: 303, headers: { location: '/control/inspector' }, body: '' }),
};

/** Read when it is asked for: tests do not. */
function inspectorPage(): MockAnswer {
  const body = readFileSync(file, 'utf8');
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(body),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
    body,
  };
}

/** Only the script and the style of the page, which talk to the mock alone and cannot make markup of texts. */
function policyOf(page: string): string {
  return [
    "default-src 'none'",
    `script-src ${sourcesOf(page, 'script')}`,
    `style-src ${sourcesOf(page, 'style')}`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function sourcesOf(page: string, name: 'script' | 'style'): string {
  const found = page.matchAll(new RegExp(`<${name}[^>]*>([^]*?)</${name}>`, 'g'));
  return [...found].map(([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`).join(' ');
}
