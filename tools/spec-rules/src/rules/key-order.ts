import { objectOf } from '../lib/values.ts';
import type { Location, Rule, RuleContext } from '../redocly.ts';
import type { KeyOrder } from '../tables/key-orders.ts';

/**
 * `key-order`: the keys of an object stand in the order that the table has for its type. Keys that the table
 * does not have may stand anywhere. One finding for each object: the first key that comes too late.
 */
export const keyOrder =
  (orders: Readonly<Record<string, KeyOrder>>): Rule =>
  () => {
    const check = (node: unknown, location: Location, { type, report }: RuleContext): void => {
      const order = orders[type.name] ?? [];
      const ranked = Object.keys(objectOf(node)).filter((key) => order.includes(key));
      const late = ranked.find((key, index) => order.indexOf(key) < order.indexOf(ranked[index - 1] ?? key));
      if (late === undefined) return;
      const after = ranked.find((key) => order.indexOf(key) > order.indexOf(late));
      const message = `${late} must stand before ${after}; the order is in tools/spec-rules/src/tables/key-orders.ts.`;
      report({ message, location: location.child(late).key() });
    };
    return {
      any: { enter: (node, context) => check(node, context.location, context) },
      // A `$ref` is entered as what it leads to; here it is judged with what stands beside it.
      ref: { enter: (node, context) => check(node, context.location, context) },
    };
  };
