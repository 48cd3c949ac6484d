// Generated from spec/ by `npm run generate`. Do not edit.
import type { Provider } from '../provider/provider.ts';

export declare const sampleProvider: Provider;
