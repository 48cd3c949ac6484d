import type { CascadeShape } from '@cascade/client/preflight';
import type { Draft } from './draft.ts';

/** What the page, its script and its server tell each other. */

/** A request to begin with: one that provokes a problem, or its neighbour, which passes. */
export interface Template {
  /** The named example of the case; its neighbour has `-neighbour` behind it. */
  readonly name: string;
  /** What it answers: a problem code, or `passes`. */
  readonly code: string;
  readonly label: string;
  /** What must be so at the provider. */
  readonly state?: string;
  readonly draft: Draft;
  /** Text that is too long for a page, put in when the template is chosen. */
  readonly repeat?: { readonly member: string; readonly text: string; readonly times: number };
}

/** What the page carries for its script. */
export interface PageData {
  readonly templates: readonly Template[];
  /** The cascades of the account `demo` in the samples; those of a target replace them. */
  readonly cascades: readonly CascadeShape[];
}

/** A provider that the console may send to. */
export interface Target {
  readonly name: string;
  /** Without a slash at its end. */
  readonly url: string;
}

/** The targets as the page gets to know them, and where their callbacks are to go. */
export interface ConsoleSettings {
  readonly targets: readonly Target[];
  readonly callbackUrl: string;
}

/** A callback as it came; nothing is verified, for it is only shown. */
export interface ShownCallback {
  readonly id: string | undefined;
  readonly signed: boolean;
  readonly body: unknown;
}
