/**
 * Clauses that no black box can see broken, each with the reason. Every other clause that the source shows has a
 * mutant; what it does not show can't be broken.
 */
export const untestable: Readonly<Record<string, string>> = {
  '0/base-url': 'Whoever verifies is told the base address; there is no other to compare with.',
  '7/codes-grow': 'Binds the consumer: `cascade-verify receiver` looks at that side.',
  '9/codes-grow': 'Binds the consumer, as 7/codes-grow does.',
  '7.1/both-spellings': 'Binds the consumer; a provider may use either spelling (a control).',
  '7.4/no-template-match-spellings': 'Binds the consumer; a provider may use either spelling (a control).',
  '7.4/message-undeliverable-causes':
    'Names possible causes behind one reason; on the wire they look the same, and nothing says that there is no other.',
};
