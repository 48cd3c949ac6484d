// Generated from spec/ by `npm run generate`. Do not edit.
import type { CompiledShape } from '@cascade/yaml-file';

export declare const validate: CompiledShape;
