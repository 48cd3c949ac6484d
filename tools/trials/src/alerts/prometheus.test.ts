import { expect, test } from 'vitest';
import { shortenRules } from './prometheus.ts';

const rules = (wait: string, range: string) => `
      - alert: A
        expr: rate(a_total[${range}]) > 60
        for: ${wait}
        annotations: { summary: "It has waited for: 5m." }
`;

test('divides waits and ranges, and changes nothing else', () => {
  expect(shortenRules(rules('10m', '1h'), 30)).toBe(rules('20000ms', '120000ms'));
  expect(() => shortenRules(rules('1w', '1h'), 2)).toThrow('expected a duration such as 5m, found 1w');
});
