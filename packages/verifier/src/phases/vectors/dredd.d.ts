/** The part of Dredd 14 that we use; it comes without types. */
declare module 'dredd' {
  import type { EventEmitter } from 'node:events';
  import type { Agent } from 'node:http';

  export interface DreddConfiguration {
    readonly endpoint: string;
    readonly path: readonly string[];
    readonly apiDescriptions: readonly { readonly location: string; readonly content: string }[];
    readonly hookfiles: readonly string[];
    readonly emitter: EventEmitter;
    readonly loglevel: 'silent';
    /** Options of every request. */
    readonly http: { readonly agent: Agent };
    readonly custom: { readonly cwd: string };
  }

  export default class Dredd {
    constructor(configuration: DreddConfiguration);
    run(callback: (error: Error | undefined, stats: object) => void): void;
  }
}
