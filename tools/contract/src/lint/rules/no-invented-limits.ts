import { objectOf } from '../../index.ts';
import { demandedSchemas, rootSchemas } from '../lib/sub-schemas.ts';
import type { Rule } from '../redocly.ts';

/** Members whose faults are undelivered reasons (§7.4), and the keywords that would make them synchronous. */
const unlimited = [
  {
    at: /^subscriberFilter\/address$/,
    keywords: ['pattern', 'format', 'minLength'],
    reason: 'error-address-format',
  },
  { at: /^content\/[^/]+\/text$/, keywords: ['maxLength'], reason: 'too-long-message' },
];

/** The pattern of a text without U+0000 and half surrogate pairs, which says nothing of its form. */
const whatCanBeKept = String.raw`^(?:[\u0001-\ud7ff\ue000-\uffff]|[^\u0000-\uffff])*$`;

/**
 * `no-invented-limits`: no schema of a request limits the form of an address or the length of a text
 * (ADR-0022): both are accepted when the message is scheduled, and reported as a reason by the callback.
 * ADR-0049 bounds the address, and ADR-0056 excludes what cannot be kept of it.
 */
export const noInventedLimits: Rule = () => {
  const reported = new Set<string>();
  return {
    Paths: {
      RequestBody: {
        enter(body, { location, resolve, report }) {
          const roots = rootSchemas({ node: objectOf(body), location }, resolve);
          for (const schema of roots.flatMap((root) => demandedSchemas(root, resolve))) {
            const limit = unlimited.find(({ at }) => at.test(schema.path.join('/')));
            if (limit === undefined || reported.has(schema.location.absolutePointer)) continue;
            reported.add(schema.location.absolutePointer);
            for (const keyword of limit.keywords.filter((keyword) => keyword in schema.node)) {
              if (schema.node[keyword] === whatCanBeKept) continue;
              const message = `${keyword} invents an error: the provider accepts the value and reports ${limit.reason} later (ADR-0022); remove it.`;
              report({ message, location: schema.location.child(keyword).key() });
            }
          }
        },
      },
    },
  };
};
