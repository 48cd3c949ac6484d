import { expect, test } from 'vitest';
import { helpOf } from './command.ts';

test('help names words, options with their defaults, and examples', () => {
  const help = helpOf({
    run: 'npm run bench --',
    says: 'Measures.',
    words: { rate: 'cascades a second' },
    options: {
      seconds: { type: 'string', default: '60', says: 'how long' },
      quick: { type: 'boolean', default: false, says: 'one turn' },
    },
    examples: { '': 'everything', '--quick': 'in seconds' },
  });
  expect(help).toBe(`Measures.

  <rate>       cascades a second
  --seconds …  how long; 60 if absent
  --quick      one turn
  --help       this text

Examples:
  npm run bench             everything
  npm run bench -- --quick  in seconds
`);
});
