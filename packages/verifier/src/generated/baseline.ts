// Generated from spec/ by `npm run generate`. Do not edit.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly Baseline: Baseline;
        readonly KnownFinding: KnownFinding;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
/** @description Findings that are known, each with a reason, a ticket and the last day on which it may be there. */
export interface Baseline {
    readonly known: readonly KnownFinding[];
}
export interface KnownFinding {
    /** @description the id of a finding in quotes, as the report has it: 10 characters of 0-9 and a-f */
    readonly finding: string;
    /** @description Why it is not fixed yet. */
    readonly reason: string;
    /** @description Its scenario: a run that does not judge that says nothing of the finding. */
    readonly scenario?: string;
    /** @description Where it is tracked: an address or a number. */
    readonly ticket: string;
    /** @description the last day on which it may be there, as in 2027-01-31 */
    readonly until: string;
}
