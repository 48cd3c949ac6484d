/** Clauses that no black box shows, with the reason; those of kind `not-shown` come on top (§1 to §9). */
export const notObservable: Readonly<Record<string, string>> = {
  '7.1/system-error': 'a fault of the server cannot be provoked from outside',
  '7.1/both-spellings': 'obliges those who call the provider; the verifier itself accepts both spellings',
  '4.2/list-cascades': 'path, method and shape of the operation are not shown',
  '7.4/message-undeliverable-causes': 'what happens inside chattwo is not seen from outside',
};
