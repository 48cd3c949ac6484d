import type { Provider } from './provider.ts';
import type { ProviderFault } from './provider-file-error.ts';

/** Keys and cascade ids that stand twice, which a schema cannot see. A key is a secret and not shown. */
export function findTwiceDeclared({ accounts }: Provider): ProviderFault[] {
  const keys = accounts.flatMap(({ keys }, a) =>
    keys.map(({ key }, k) => ({ pointer: `/accounts/${a}/keys/${k}/key`, value: key })),
  );
  const faults = repeated(keys).map(({ pointer }) => ({
    pointer,
    expected: 'must be a key of its own',
    got: 'a key that stands further up',
  }));
  const ids = accounts.flatMap(({ cascades }, a) =>
    repeated(cascades.map(({ id }, c) => ({ pointer: `/accounts/${a}/cascades/${c}/id`, value: id }))),
  );
  return [
    ...faults,
    ...ids.map(({ pointer, value }) => ({
      pointer,
      expected: 'must be an id that the account has once',
      got: `${value}, which stands further up`,
    })),
  ];
}

interface Place<Value> {
  readonly pointer: string;
  readonly value: Value;
}

function repeated<Value>(places: readonly Place<Value>[]): Place<Value>[] {
  return places.filter(({ value }, at) => places.findIndex((other) => other.value === value) < at);
}
