import { type Contract, isObject, objectOf } from '@cascade/contract';
import { follow, type NamedExample, namedExamples } from '../lib/nodes.ts';
import type { Rule, RuleContext } from '../redocly.ts';

const prefix = 'undelivered-';

/**
 * `reason-has-example` (OpenAPI): every undelivered reason of the catalogue, in each of its spellings (§7.4),
 * is the example `undelivered-<spelling>` of a webhook's request body, with that reason in `error` and the
 * status UNDELIVERED (§3). Conversely, every example with such a name is a reason.
 */
export const reasonHasExample =
  (contract: Contract): Rule =>
  () => {
    const register = new Register(contract);
    return {
      WebhooksMap: {
        RequestBody: {
          enter(body, context) {
            for (const [type, media] of Object.entries(objectOf(objectOf(body).content))) {
              const placed = follow(media, context.location.child(['content', type]), context.resolve);
              const examples = placed === undefined ? [] : namedExamples(placed, context.resolve);
              for (const example of examples) register.take(example, context);
            }
          },
        },
      },
      Root: { leave: (_root, context) => register.reportMissing(context) },
    };
  };

/** `reason-has-example` (AsyncAPI): the same for the examples of the messages. */
export const reasonHasMessageExample =
  (contract: Contract): Rule =>
  () => {
    const register = new Register(contract);
    return {
      MessageExample: {
        enter(example, context) {
          if (!isObject(example)) return;
          const payload = follow(example.payload, context.location.child('payload'), context.resolve);
          if (payload === undefined) return;
          const { node: value, location } = payload;
          register.take({ name: String(example.name), value, location }, context);
        },
      },
      Root: { leave: (_root, context) => register.reportMissing(context) },
    };
  };

/** The spellings with an example so far. */
class Register {
  readonly #missing: Set<string>;
  readonly #spellings: ReadonlySet<string>;

  constructor({ reasons }: Contract) {
    this.#spellings = new Set(reasons.flatMap(({ reason, aliases }) => [reason, ...aliases]));
    this.#missing = new Set(this.#spellings);
  }

  take({ name, value, location }: NamedExample, { report }: RuleContext): void {
    if (!name.startsWith(prefix)) return;
    const spelling = name.slice(prefix.length);
    const { status, error } = objectOf(value);
    if (!this.#spellings.has(spelling)) {
      report({ message: `${spelling} is not a reason of spec/catalogue/reasons.yaml.`, location });
    } else if (status !== 'UNDELIVERED' || error !== spelling) {
      report({ message: `${name} must have the status UNDELIVERED and the error ${spelling}.`, location });
    } else {
      this.#missing.delete(spelling);
    }
  }

  reportMissing({ report }: RuleContext): void {
    for (const spelling of this.#missing) {
      report({ message: `The reason ${spelling} has no example ${prefix}${spelling}.` });
    }
  }
}
