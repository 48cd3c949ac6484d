/**
 * Clauses whose violation cannot be observed from outside, each with the reason. Every other clause that the source
 * shows has a mutant; a clause that it does not show cannot be broken.
 */
export const untestable: Readonly<Record<string, string>> = {
  '0/base-url': 'The verifier is given the base address and has no other to compare it with.',
  '7/codes-grow': 'Binds the consumer: `cascade-verify receiver` looks at that side.',
  '9/codes-grow': 'Binds the consumer, as 7/codes-grow does.',
  '7.1/both-spellings': 'Binds the consumer; a provider may use either spelling (a control).',
  '7.4/no-template-match-spellings': 'Binds the consumer; a provider may use either spelling (a control).',
  '7.4/message-undeliverable-causes':
    'Names possible causes behind one reason; on the wire they look the same, and nothing says that there is no other.',
};
