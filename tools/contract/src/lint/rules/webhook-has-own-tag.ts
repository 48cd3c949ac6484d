import { isObject, objectOf, stringsOf } from '../../index.ts';
import { follow, type Placed } from '../lib/nodes.ts';
import type { Location, Rule } from '../redocly.ts';

/**
 * `webhook-has-own-tag`: no operation and no other webhook has a tag of a webhook. Code generators write a
 * file for each tag, once for paths and once for webhooks: `setCallback` vanished from seven clients under
 * the tag of the callback.
 */
export const webhookHasOwnTag: Rule = () => ({
  Root: {
    enter(root, { location, resolve, report }) {
      const { paths, webhooks } = objectOf(root);
      const taggedIn = (items: unknown, at: Location): Tagged[] =>
        Object.entries(objectOf(items)).flatMap(([name, item]) => {
          const placed = follow(item, at.child(name), resolve);
          return placed === undefined ? [] : tagged(placed);
        });
      const ofWebhooks = taggedIn(webhooks, location.child('webhooks'));
      const taken = new Set(taggedIn(paths, location.child('paths')).map(({ tag }) => tag));
      for (const { tag, place } of ofWebhooks) {
        if (taken.has(tag))
          report({ message: `Another operation or webhook has the tag ${tag}.`, location: place });
        taken.add(tag);
      }
    },
  },
});

interface Tagged {
  readonly tag: string;
  readonly place: Location;
}

/** The tags of the operations of a path or webhook. */
function tagged({ node, location }: Placed): Tagged[] {
  return Object.entries(node).flatMap(([method, operation]) =>
    isObject(operation)
      ? stringsOf(operation.tags).map((tag) => ({ tag, place: location.child([method, 'tags']) }))
      : [],
  );
}
