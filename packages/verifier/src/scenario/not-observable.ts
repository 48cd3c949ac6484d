/**
 * Clauses that cannot be observed from outside, with the reason; besides those of kind `not-shown` (§1 to
 * §9).
 */
export const notObservable: Readonly<Record<string, string>> = {
  '7.1/system-error': 'an internal error of the provider cannot be provoked from outside',
  '4.2/list-cascades': 'path, method and shape of the operation are not shown',
  '7.4/message-undeliverable-causes': 'the processes inside chattwo cannot be observed from outside',
};
