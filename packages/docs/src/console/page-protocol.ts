import type { CascadeShape } from '@cascade/client/preflight';
import type { Draft } from './draft.ts';

/** The types shared by the page, its script and its server. */

/** An example request for the form. */
export interface FormTemplate {
  /** Unique, and the fragment of a link to it: see `link.ts`. */
  readonly name: string;
  /** The heading of the template in the list: a problem code, or what the templates have in common. */
  readonly group: string;
  readonly label: string;
  /** Whether the code or the operation is an assumption of ours; hidden while *Hide assumptions* is on. */
  readonly isAssumed?: true;
  /** The state that the provider must be in. */
  readonly state?: string;
  /** Whether the page sends the same request once before. */
  readonly sentBefore?: boolean;
  /**
   * What only some targets or pages have: a provider that answers as `Prefer` asks, or an address that can be
   * called, for which the page takes its own.
   */
  readonly needs?: 'answer on demand' | 'receiver';
  readonly draft: Draft;
  /** A text too long for the page; the script inserts it when the template is chosen. */
  readonly repeat?: { readonly member: string; readonly text: string; readonly times: number };
}

/** The data that the page contains for its script. */
export interface PageData {
  /** The example that the form has at first. The others come with a script of their own. */
  readonly first: FormTemplate;
  /** The keys of the examples. They are public. */
  readonly sampleKeys: readonly string[];
  /** The cascades of the account `demo` in the samples, used until a target lists its own. */
  readonly cascades: readonly CascadeShape[];
  /** The page of each problem code, by the title of an answer. */
  readonly codePages: Readonly<Record<string, string>>;
  /** The secret that signs the callbacks of the sample accounts (ADR-0017). It is public. */
  readonly callbackSecret: string;
}

/** The script of what the page needs once it can be read: preflight, all examples, code and callbacks. */
export const partsScript = 'console-parts.js';

/** The script of the control of the mock. */
export const controlScript = 'console-control.js';

/** A provider that the console may send to. */
export interface ConsoleTarget {
  readonly name: string;
  /** Without a trailing slash. */
  readonly url: string;
}

/**
 * The header of a response of the docs server itself, which has no answer of the target: `refused` if a page
 * of another address sent the request, `unreachable` if the target is down, `cut` if the target ended the
 * connection without an answer.
 */
export const notForwardedHeader = 'cascade-docs';

/** The targets, and the address to register for their callbacks. */
export interface ConsoleSettings {
  readonly targets: readonly ConsoleTarget[];
  readonly callbackUrl: string;
}

/** A received callback: the bytes that came, which the page verifies. */
export interface ShownCallback {
  /** Unique, so that a page that connects again shows each callback once. */
  readonly key: string;
  /** When the whole body was there, in ISO 8601 by the clock of the docs server. */
  readonly receivedAt: string;
  /** In the order and spelling in which they came. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bodyBase64: string;
}
