// Generated from spec/ by `npm run generate`. Do not edit.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly Buttons: Buttons;
        readonly CallbackProfile: CallbackProfile;
        readonly Channel: Channel;
        readonly Contents: Contents;
        readonly Key: Key;
        readonly Name: Name;
        readonly Pointer: Pointer;
        readonly Profile: Profile;
        readonly ProfileCascade: ProfileCascade;
        readonly Provocation: Provocation;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
export interface Buttons {
    readonly PHONE?: Record<string, unknown>;
    readonly QUICK_REPLY?: Record<string, unknown>;
    readonly URL?: Record<string, unknown>;
}
export interface CallbackProfile {
    /**
     * @description Messages to address reach it, and do not end as UNDELIVERED.
     * @constant
     */
    readonly delivers?: true;
    /** @description host:port, port 0 for a free one */
    readonly listen?: string;
    readonly members?: {
        readonly reason?: Pointer;
        readonly requestId?: Pointer;
        readonly status?: Pointer;
    };
    /** @description an http or https address */
    readonly publicUrl?: string;
    readonly reasons?: {
        readonly [key: string]: Provocation;
    };
    /** @description Absent: the address was set by the operator. */
    readonly register?: {
        /** @description {url} stands for the address. */
        readonly body: unknown;
        readonly method: string;
        readonly path: string;
    };
    /** @description How soon a callback that was not taken comes again. */
    readonly repeatsWithinSeconds?: number;
    /** @description whsec_ and base64 */
    readonly secret?: string;
    /** @description 5 if absent. */
    readonly withinSeconds?: number;
}
/** @enum {string} */
export type Channel = "SMS" | "CHATONE" | "CHATTWO";
export interface Contents {
    readonly actionObject?: Record<string, unknown>;
    readonly button?: Record<string, unknown>;
    readonly buttons?: Record<string, unknown>;
    readonly captioned?: Record<string, unknown>;
    readonly document?: Record<string, unknown>;
    readonly image?: Record<string, unknown>;
    readonly listPicker?: Record<string, unknown>;
    readonly location?: Record<string, unknown>;
    readonly marketing?: Record<string, unknown>;
    readonly text?: Record<string, unknown>;
}
/** @description a key of printable ASCII without blanks around it */
export type Key = string;
/** @description the name of a field */
export type Name = string;
/** @description a JSON pointer */
export type Pointer = string;
/** @description What the verifier has to know of a provider. In keys, secrets and addresses ${NAME} is a variable of the environment. */
export interface Profile {
    readonly address: string;
    /** @description More of them, that messages may go to: other countries, other lengths. */
    readonly addresses?: readonly string[];
    readonly buttons?: Buttons;
    readonly callback?: CallbackProfile;
    readonly cascades: readonly ProfileCascade[];
    readonly clock?: {
        /** @description {seconds} stands for the seconds to go forward. */
        readonly body?: unknown;
        readonly method: string;
        /**
         * @description It answers when everything that falls into these seconds has been done, callbacks included. Then the verifier does not wait for what must not come.
         * @constant
         */
        readonly settles?: true;
        /** @description an http or https address, or a path of the provider */
        readonly url: string;
    };
    readonly content: {
        readonly CHATONE?: Contents;
        readonly CHATTWO?: Contents;
        readonly SMS?: Contents;
    };
    /** @description Decisions (ADRs) that the provider follows, so that they may be asked of it. */
    readonly holds?: readonly string[];
    readonly keys: {
        readonly expired?: Key;
        readonly good: Key;
        /** @description Of an account without money. */
        readonly poor?: Key;
        /** @description Of an account that can pay for `affords` texts; a run spends it. */
        readonly small?: {
            readonly affords: number;
            /**
             * @description The account is new in each run, so an account that affords nothing is a finding.
             * @constant
             */
            readonly fresh?: true;
            readonly key: Key;
        };
        readonly wrong?: Key;
    };
    /** @description Another account, and a cascade that it alone has. */
    readonly otherAccount?: {
        readonly cascade: ProfileCascade;
        readonly key: Key;
    };
    readonly places?: {
        readonly action?: Name;
        readonly buttons?: Pointer;
        readonly listItem?: Pointer;
        readonly messageActivitySharing?: Pointer;
        readonly payload?: Name;
        readonly useMarketingMessagesApi?: Pointer;
    };
    /** @description an http or https address */
    readonly target?: string;
}
export interface ProfileCascade {
    readonly id: number;
    /** @description Answers missing content with the code of its own (ADR-0004). */
    readonly olderCoverage?: boolean;
    readonly stages: readonly {
        readonly channel: Channel;
        /** @description a UUID */
        readonly uuid?: string;
    }[];
}
/** @description How an undelivered reason is brought about: by an address that answers with it, or by a message that breaks its rule: the same one twice, a text, a cascade, one beyond a daily limit. */
export interface Provocation {
    readonly address?: string;
    /** @description How many messages the account may send a day. */
    readonly afterMessages?: number;
    /** @description A cascade whose sender signature is not activated. */
    readonly cascade?: ProfileCascade;
    readonly channel?: Channel;
    /** @description Of another account whose rule it is; its callbacks are registered and signed as those of keys.good. */
    readonly key?: Key;
    /** @description A text that is too long or matches no template. */
    readonly text?: string;
    /** @constant */
    readonly twice?: true;
}
