import type { CascadeShape } from '@cascade/client/preflight';
import type { Draft } from './draft.ts';

/** The types shared by the page, its script and its server. */

/** An example request for the form. */
export interface Template {
  /** Unique, and the fragment of a link to it: see `link.ts`. */
  readonly name: string;
  /** The heading of the template in the list: a problem code, or what the templates have in common. */
  readonly group: string;
  readonly label: string;
  /** The state that the provider must be in. */
  readonly state?: string;
  readonly draft: Draft;
  /** A text too long for the page; the script inserts it when the template is chosen. */
  readonly repeat?: { readonly member: string; readonly text: string; readonly times: number };
}

/** The data that the page contains for its script. */
export interface PageData {
  readonly templates: readonly Template[];
  /** The cascades of the account `demo` in the samples, used until a target lists its own. */
  readonly cascades: readonly CascadeShape[];
}

/** A provider that the console may send to. */
export interface Target {
  readonly name: string;
  /** Without a trailing slash. */
  readonly url: string;
}

/** The targets, and the address to register for their callbacks. */
export interface ConsoleSettings {
  readonly targets: readonly Target[];
  readonly callbackUrl: string;
}

/** A received callback. It is only shown, so its signature is not verified. */
export interface ShownCallback {
  readonly id: string | undefined;
  readonly signed: boolean;
  readonly body: unknown;
}
