import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Rule } from '../redocly.ts';

/** `file-is-used`: a `$ref` of the description leads to each YAML file in its folder. */
export const fileIsUsed: Rule = () => {
  const used = new Set<string>();
  return {
    ref: {
      leave(_reference, _context, { location }) {
        if (location !== undefined) used.add(location.source.absoluteRef);
      },
    },
    Root: {
      leave(_root, { location, report }) {
        const root = location.source.absoluteRef;
        const folder = dirname(root);
        for (const path of globSync('**/*.yaml', { cwd: folder }).toSorted()) {
          const file = join(folder, path);
          if (file !== root && !used.has(file))
            report({ message: `No $ref leads to ${path}: refer to it, or remove it.` });
        }
      },
    },
  };
};
