import type { Verdict } from '../../src/console/verdict.ts';

/** A verdict in words. */
export function describeVerdict(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'passes':
      return '✓ Preflight finds no problem. Only the provider can check the key, used request ids and money.';
    case 'silent':
      return `– ${verdict.why}`;
    case 'problem': {
      const place = verdict.pointer === undefined ? '' : ` at ${verdict.pointer}`;
      const detail = verdict.detail === undefined ? '' : `. ${verdict.detail}`;
      return `✗ ${verdict.status} ${verdict.title}${place}${detail}`;
    }
  }
}
