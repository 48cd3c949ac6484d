/**
 * Clauses of which no violation can be called one by the source alone, each with the reason. Every other clause that the
 * source shows has a mutant that rests on no decision; a clause that it does not show cannot be broken.
 */
export const untestable: Readonly<Record<string, string>> = {
  '4.2/list-cascades':
    'Method, path and shape of the operation are not shown: a provider whose list is elsewhere breaks nothing. Those of ADR-0013 have mutants that rest on it.',
  '7.4/message-undeliverable-causes':
    'Names possible causes behind one reason; on the wire they look the same, and nothing says that there is no other.',
};
