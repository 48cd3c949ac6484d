// Generated from spec/ by `npm run generate`. Do not edit.
import type { ValidateFunction } from '../validate-function.ts';

export declare const defaultProblems: Readonly<Record<'SchedulingRequest' | 'ListCascadesRequest' | 'MessageHistoryRequest' | 'CallbackRegistration', string>>;
export declare const SchedulingRequest: ValidateFunction;
export declare const ListCascadesRequest: ValidateFunction;
export declare const MessageHistoryRequest: ValidateFunction;
export declare const CallbackRegistration: ValidateFunction;
