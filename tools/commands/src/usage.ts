import { parseArgs } from 'node:util';

type OptionTypes = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;

/** Parsed options, or why they are invalid. */
export type Parsed =
  | { readonly values: Readonly<Record<string, string | boolean | undefined>> }
  | { readonly fault: string };

/** Parses options; an unknown option or a missing value is returned as a fault, not thrown. */
export function parseOptions(args: string[], options: OptionTypes): Parsed {
  try {
    const { values } = parseArgs({ args: args.filter((arg) => arg !== '--'), options, strict: true });
    return { values };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
