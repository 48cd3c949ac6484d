// Generated from spec/ by `npm run generate`. Do not edit.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly DeclaredAccount: DeclaredAccount;
        readonly DeclaredAccounts: DeclaredAccounts;
        readonly DeclaredAmount: DeclaredAmount;
        readonly DeclaredCallback: DeclaredCallback;
        readonly DeclaredCascade: DeclaredCascade;
        readonly DeclaredChannel: DeclaredChannel;
        readonly DeclaredKey: DeclaredKey;
        readonly DeclaredPrintable: DeclaredPrintable;
        readonly DeclaredSender: DeclaredSender;
        readonly DeclaredSettings: DeclaredSettings;
        readonly DeclaredStage: DeclaredStage;
        readonly DeclaredTemplate: DeclaredTemplate;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
export interface DeclaredAccount {
    /** @description Opening balance in minor units (ADR-0012). It counts when the account is made; afterwards money moves only by messages and `cascade-service balance`. */
    readonly balance?: DeclaredAmount;
    readonly callback?: DeclaredCallback;
    readonly cascades: readonly DeclaredCascade[];
    readonly keys: readonly DeclaredKey[];
    /** @description a name of 1 to 100 printable characters without blanks at the ends */
    readonly name: string;
    /** @description Minor units for one attempt at a stage of the channel. */
    readonly prices: {
        readonly [key: string]: DeclaredAmount;
    };
    /** @description Sender signatures. Without the list, every signature that a stage names exists and is activated. */
    readonly senders?: readonly DeclaredSender[];
    readonly settings?: DeclaredSettings;
    readonly templates?: readonly DeclaredTemplate[];
}
/**
 * Accounts file
 * @description Who may send, at what price, through which cascades. Accounts that the file names become what it declares, except for money. The description of a pattern is the expectation in its error message.
 */
export interface DeclaredAccounts {
    readonly accounts: readonly DeclaredAccount[];
}
export type DeclaredAmount = number;
/** @description Declared fields replace what was registered (ADR-0014); absent fields leave it unchanged. A url that the API registered stays while url and headers are those of the file that was last applied. */
export interface DeclaredCallback {
    /** @description Sent with each callback to this url and to no other (ADR-0017), so they need one beside them; none if absent. Never headers that the service sets itself, such as content-type and webhook-id. */
    readonly headers?: {
        readonly [key: string]: string;
    };
    /** @description The signing secrets, two during a rotation (ADR-0017); they sign beside those of registrations (ADR-0057). */
    readonly secrets?: readonly string[];
    /** @description null withdraws the registration. */
    readonly url?: string | null;
}
export interface DeclaredCascade {
    /**
     * @description Which problem reports a stage without content (ADR-0004); violations if absent.
     * @enum {unknown}
     */
    readonly coverage?: "violations" | "code";
    readonly id: number;
    readonly name: DeclaredPrintable;
    readonly stages: readonly DeclaredStage[];
}
/** @enum {unknown} */
export type DeclaredChannel = "SMS" | "CHATONE" | "CHATTWO";
/** @description Either the key, of which only the SHA-256 is stored, or that SHA-256 (ADR-0028). */
export interface DeclaredKey {
    /**
     * Format: date-time
     * @description The key is refused from this instant on.
     */
    readonly expiresAt?: string;
    /** @description the SHA-256 of the key, 64 hexadecimal digits */
    readonly hash?: string;
    /** @description visible ASCII characters, since it travels in a header */
    readonly key?: string;
    /** @description a label of 1 to 100 printable characters */
    readonly label?: string;
}
/** @description printable characters, without controls and marks that turn the direction of the text */
export type DeclaredPrintable = string;
export interface DeclaredSender {
    /** @description If false, its stages end with error-subject-unknown (§7.4); true if absent. */
    readonly activated?: boolean;
    readonly channel: DeclaredChannel;
    readonly subject: DeclaredPrintable;
}
export interface DeclaredSettings {
    /** @description Which status changes are reported (ADR-0034). */
    readonly callbacks?: {
        /** @description Statuses to report; all if absent. UNDELIVERED is always reported (§6). */
        readonly statuses?: readonly ("ENQUEUED" | "SENT" | "DELIVERED" | "READ" | "EXPIRED" | "CANCELLED" | "FAILED" | "DELAYED")[];
    };
    /** @description The request shapes of older clients to accept (ADR-0027); all off if absent. */
    readonly lenient?: {
        readonly anyRequestId?: boolean;
        readonly attachment?: boolean;
        readonly cascadeIdAsText?: boolean;
        readonly keyboard?: boolean;
        readonly listRequests?: boolean;
        readonly smsWithoutContentType?: boolean;
        readonly textAsNumber?: boolean;
    };
    /** @description Limits that the contract leaves open (ADR-0030); absent means no limit. */
    readonly limits?: {
        readonly requestsPerSecond?: number;
        /** @description chattwo only */
        readonly templateMessagesPerDay?: number;
    };
}
export interface DeclaredStage {
    readonly channel: DeclaredChannel;
    readonly subject: {
        readonly id: number;
        readonly subject: DeclaredPrintable;
    };
    /** @description a time above zero as HH:MM:SS */
    readonly ttl?: string;
    /** Format: uuid */
    readonly uuid: string;
}
export interface DeclaredTemplate {
    readonly channel: DeclaredChannel;
    /** @description The content type that it applies to; all if absent (§2.2). */
    readonly contentType?: string;
    readonly name: DeclaredPrintable;
    /** @description text with placeholders such as {code}, every brace part of one */
    readonly text: string;
}
