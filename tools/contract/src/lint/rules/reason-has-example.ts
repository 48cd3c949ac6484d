import { didYouMean } from '@cascade/yaml-file';
import { type Contract, isObject, objectOf } from '../../index.ts';
import { follow, type NamedExample, namedExamples } from '../lib/nodes.ts';
import type { Rule, RuleContext, Visitor } from '../redocly.ts';

const prefix = 'undelivered-';

type Take = (example: NamedExample, context: RuleContext) => void;

/** A rule that takes the examples which its visitors find, and reports the spellings without one. */
const eachSpelling =
  (visitors: (take: Take) => ReturnType<Rule>) =>
  ({ reasons }: Contract): Rule =>
  () => {
    const spellings = new Set(reasons.flatMap(({ reason, aliases }) => [reason, ...aliases]));
    const missing = new Set(spellings);
    const take: Take = ({ name, value, location }, { report }) => {
      if (!name.startsWith(prefix)) return;
      const spelling = name.slice(prefix.length);
      const { status, error } = objectOf(value);
      if (!spellings.has(spelling))
        report({
          message: `${spelling} is not in spec/catalogue/reasons.yaml${didYouMean(spelling, [...spellings])}`,
          location,
        });
      else if (status !== 'UNDELIVERED' || error !== spelling)
        report({ message: `${name} must have the status UNDELIVERED and the error ${spelling}.`, location });
      else missing.delete(spelling);
    };
    const reportMissing: Visitor['leave'] = (_root, { report }) => {
      for (const spelling of missing)
        report({ message: `The reason ${spelling} has no example ${prefix}${spelling}.` });
    };
    return { ...visitors(take), Root: { leave: reportMissing } };
  };

/**
 * `reason-has-example` (OpenAPI): every undelivered reason of the catalogue, in each of its spellings (§7.4),
 * is the example `undelivered-<spelling>` of a webhook's request body, with that reason in `error` and the
 * status UNDELIVERED (§3). Conversely, every example with such a name is a reason.
 */
export const reasonHasExample = eachSpelling((take) => ({
  WebhooksMap: {
    RequestBody: {
      enter(body, context) {
        for (const [type, media] of Object.entries(objectOf(objectOf(body).content))) {
          const placed = follow(media, context.location.child(['content', type]), context.resolve);
          const examples = placed === undefined ? [] : namedExamples(placed, context.resolve);
          for (const example of examples) take(example, context);
        }
      },
    },
  },
}));

/** `reason-has-example` (AsyncAPI): the same for the examples of the messages. */
export const reasonHasMessageExample = eachSpelling((take) => ({
  MessageExample: {
    enter(example, context) {
      if (!isObject(example)) return;
      const payload = follow(example.payload, context.location.child('payload'), context.resolve);
      if (payload === undefined) return;
      const name = String(example.name);
      take({ name, place: context.location, value: payload.node, location: payload.location }, context);
    },
  },
}));
