/** The part of Dredd 14 that we use; it comes without types. */
declare module 'dredd' {
  import type { EventEmitter } from 'node:events';

  export interface DreddConfiguration {
    readonly endpoint: string;
    readonly path: readonly string[];
    readonly apiDescriptions: readonly { readonly location: string; readonly content: string }[];
    readonly hookfiles: readonly string[];
    readonly emitter: EventEmitter;
    readonly loglevel: 'silent';
    readonly custom: { readonly cwd: string };
  }

  export default class Dredd {
    constructor(configuration: DreddConfiguration);
    run(callback: (error: Error | undefined, stats: object) => void): void;
  }
}
