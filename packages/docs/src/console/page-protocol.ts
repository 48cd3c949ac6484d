import type { CascadeShape } from '@cascade/client/preflight';
import type { Draft } from './draft.ts';

/** The types shared by the page, its script and its server. */

/** An example request for the form: it provokes a problem, or it is the neighbour that passes. */
export interface Template {
  /** The name of the case; the neighbour's ends in `-neighbour`. */
  readonly name: string;
  /** The expected outcome: a problem code, or `passes`. */
  readonly code: string;
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
