import { objectOf } from '../lib/values.ts';
import type { Location, Rule, RuleContext } from '../redocly.ts';
import type { KeyOrder } from '../tables/key-orders.ts';

/**
 * `key-order`: the keys of an object are in the order of the table for its type. Keys that are not in the
 * table may be anywhere. One finding for each object: the first key that comes too late.
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
      const message = `${late} must come before ${after}; the order is in tools/spec-rules/src/tables/key-orders.ts.`;
      report({ message, location: location.child(late).key() });
    };
    return {
      any: { enter: (node, context) => check(node, context.location, context) },
      // Redocly enters the target of a `$ref`; here the reference is checked with the members beside it.
      ref: { enter: (node, context) => check(node, context.location, context) },
    };
  };
