// Generated from spec/ by `npm run generate`. Do not edit.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly ClientProfile: ClientProfile;
        readonly ConsumerProfile: ConsumerProfile;
        readonly ReceiverProfile: ReceiverProfile;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
export interface ClientProfile {
    /** @description The most attempts of a call; 1 for a client that repeats nothing. */
    readonly attempts?: number;
    /** @description It takes a used id after a lost answer for an acceptance, since its provider keeps the ids of accepted requests only (ADR-0007). */
    readonly keepsUsed?: boolean;
    /** @description It takes the request id from these arguments, in which {requestId} stands for it; they are added to the command. */
    readonly requestIdArguments?: readonly string[];
    /** @description It takes the request id of its caller from CASCADE_REQUEST_ID. */
    readonly takesRequestId?: boolean;
    /** @description The time limit of an attempt; the program may read it from CASCADE_TIMEOUT. */
    readonly timeoutSeconds?: number;
}
/** @description What a client and a receiver promise, so that it may be asked of them. */
export interface ConsumerProfile {
    readonly client?: ClientProfile;
    /** @description Decisions (ADRs) that the program follows, so that they may be asked of it. */
    readonly holds?: readonly string[];
    readonly receiver?: ReceiverProfile;
}
export interface ReceiverProfile {
    /** @description When at the latest a repeat is handled after a failure or a crash; 60 if absent. */
    readonly claimSeconds?: number;
    /** @description A file to which the program adds a line once it has handled an event, before it answers: the webhook-id, or the requestId. */
    readonly handled?: string;
    /** @description What its handler does if a word after "verify" in the comment says so: the first word is for the first run, and so on. */
    readonly handler?: readonly ("waits" | "fails" | "panics")[];
    /** @description The ids of handled events outlive a restart. */
    readonly keepsIds?: boolean;
    /** @description The longest body in bytes that it takes. */
    readonly longestBody?: number;
    /** @description The secrets that it knows: the current secret, then the earlier one. */
    readonly secrets?: readonly string[];
    /** @description How long a handler waits; 2 if absent. */
    readonly waitSeconds?: number;
}
