// Generated from spec/ by `npm run generate`. Do not edit.
import type { WithMore } from '../with-more.ts';

export interface paths {
    readonly "/api/callback/set": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Set the address of the status callback
         * @description Registers the address that receives status events, for the whole account or for one sender
         *     (`subjectId`). The provider first sends a `HEAD` to the address and registers it only if the answer
         *     is 200.
         */
        readonly post: operations["setCallback"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/cascade/get-all": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * List the cascades of the account
         * @description Returns the ids and stages that a scheduling request must match. §4.2 says that such an operation
         *     exists; its path, method and shape are assumed.
         */
        readonly post: operations["listCascades"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/cascade/schedule": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Schedule a message through a cascade
         * @description Schedules one message. The provider makes five checks in this order and returns the first problem;
         *     a rejected request schedules nothing.
         *
         *     1. `requestId` is new.
         *     2. `cascadeId` names a cascade of the account.
         *     3. `content` is complete and matches the stages of the cascade.
         *     4. `content` matches the schema of the channel templates.
         *     5. The balance suffices.
         *
         *     After a time-out it is unknown whether the message was scheduled. A repetition with the same `requestId`
         *     schedules no second message.
         */
        readonly post: operations["scheduleMessage"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/messages/history": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * List messages and their status
         * @description What was scheduled, and what became of it: the way to ask after a lost answer (filter by `requestId`) or a
         *     lost callback. The answer has one entry for each stage that has started; a message whose first stage has
         *     not started yet has one entry, with the status `ENQUEUED`. The newest message comes first, and within a
         *     message the latest stage. All filters apply together.
         */
        readonly post: operations["listMessages"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface webhooks {
    readonly messageStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive a change of a message status
         * @description An event is about one stage: `UNDELIVERED` ends a stage, and the message has failed only if no later stage is left
         *     to deliver it (ADR-0048).
         *
         *     The provider sends this request to your registered address, at least once for each change. Answer any 2xx
         *     within 15 seconds. A repeated event has the same `webhook-id`.
         *
         *     The order is an assumption: the first attempts of the events of one message start in the order of its
         *     statuses. An event that is attempted again may arrive after later ones, so compare `statusAt`. An event that
         *     no attempt delivered may be sent again up to 30 days later (ADR-0041).
         */
        readonly post: operations["receiveMessageStatus"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface components {
    schemas: {
        readonly Action: Action;
        readonly AddressType: AddressType;
        readonly BadRequestProblem: BadRequestProblem;
        readonly Button: Button;
        readonly ButtonType: ButtonType;
        readonly CallbackRegistration: CallbackRegistration;
        readonly Cascade: Cascade;
        readonly CascadeStage: CascadeStage;
        readonly ChannelContent: ChannelContent;
        readonly ChannelType: ChannelType;
        readonly ChatoneContent: ChatoneContent;
        readonly ChattwoContent: ChattwoContent;
        readonly Content: Content;
        readonly ContentType: ContentType;
        readonly InternalServerErrorProblem: InternalServerErrorProblem;
        readonly ListCascadesRequest: ListCascadesRequest;
        readonly ListedAddressType: ListedAddressType;
        readonly ListedButtonType: ListedButtonType;
        readonly ListedChannelType: ListedChannelType;
        readonly ListedContentType: ListedContentType;
        readonly ListedMessageDirection: ListedMessageDirection;
        readonly ListedMessageStatus: ListedMessageStatus;
        readonly ListedProblemTitle: ListedProblemTitle;
        readonly ListedUndeliveredReason: ListedUndeliveredReason;
        readonly ListPicker: ListPicker;
        readonly ListPickerItem: ListPickerItem;
        readonly ListPickerSection: ListPickerSection;
        readonly MessageDirection: MessageDirection;
        readonly MessageHistory: MessageHistory;
        readonly MessageHistoryEntry: MessageHistoryEntry;
        readonly MessageHistoryRequest: MessageHistoryRequest;
        readonly MessageSort: MessageSort;
        readonly MessageStatus: MessageStatus;
        readonly MethodNotAllowedProblem: MethodNotAllowedProblem;
        readonly NotFoundProblem: NotFoundProblem;
        readonly PayloadTooLargeProblem: PayloadTooLargeProblem;
        readonly Problem: Problem;
        readonly ProblemTitle: ProblemTitle;
        readonly SchedulingRequest: SchedulingRequest;
        readonly SchedulingResult: SchedulingResult;
        readonly ServiceUnavailableProblem: ServiceUnavailableProblem;
        readonly SmsContent: SmsContent;
        readonly StageDecision: StageDecision;
        readonly StatusEvent: StatusEvent;
        readonly Subject: Subject;
        readonly SubscriberFilter: SubscriberFilter;
        readonly TooManyRequestsProblem: TooManyRequestsProblem;
        readonly UnauthorizedProblem: UnauthorizedProblem;
        readonly UndeliveredReason: UndeliveredReason;
        readonly UnsupportedMediaTypeProblem: UnsupportedMediaTypeProblem;
    };
    responses: {
        /** @description The body does not have the described shape. */
        readonly BadRequest: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": BadRequestProblem;
                readonly "application/problem+json": BadRequestProblem;
            };
        };
        /** @description The address cannot be used; the previous registration stays in force. */
        readonly CallbackRefused: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": BadRequestProblem;
                readonly "application/problem+json": BadRequestProblem;
            };
        };
        /** @description The address is registered. The answer repeats the registration. */
        readonly CallbackSet: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": CallbackRegistration;
            };
        };
        /** @description The cascades of the account, in the order of their ids. */
        readonly Cascades: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": readonly Cascade[];
            };
        };
        /** @description After any other answer, the provider sends the event again later. */
        readonly EventNotTaken: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The receiver has accepted the event. Any 2xx means this. */
        readonly EventTaken: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The provider failed. */
        readonly InternalServerError: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": InternalServerErrorProblem;
                readonly "application/problem+json": InternalServerErrorProblem;
            };
        };
        /** @description A page of messages, the newest first. */
        readonly MessageHistory: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": MessageHistory;
            };
        };
        /** @description The URL exists, but not with this method. */
        readonly MethodNotAllowed: {
            headers: {
                readonly Allow: components["headers"]["Allow"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": MethodNotAllowedProblem;
                readonly "application/problem+json": MethodNotAllowedProblem;
            };
        };
        /** @description No operation has this URL. */
        readonly NotFound: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": NotFoundProblem;
                readonly "application/problem+json": NotFoundProblem;
            };
        };
        /** @description The body has more than 1 MiB. */
        readonly PayloadTooLarge: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": PayloadTooLargeProblem;
                readonly "application/problem+json": PayloadTooLargeProblem;
            };
        };
        /** @description The receiver no longer exists; the provider sends it no further events until it is registered again. */
        readonly ReceiverGone: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The message is scheduled. */
        readonly Scheduled: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": SchedulingResult;
            };
        };
        /** @description One of the five checks failed; nothing was scheduled. */
        readonly SchedulingRefused: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": BadRequestProblem;
                readonly "application/problem+json": BadRequestProblem;
            };
        };
        /** @description The provider cannot take requests right now. */
        readonly ServiceUnavailable: {
            headers: {
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": ServiceUnavailableProblem;
                readonly "application/problem+json": ServiceUnavailableProblem;
            };
        };
        /** @description The account exceeds its request rate. */
        readonly TooManyRequests: {
            headers: {
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": TooManyRequestsProblem;
                readonly "application/problem+json": TooManyRequestsProblem;
            };
        };
        /** @description The key is missing, misspelled or expired. */
        readonly Unauthorized: {
            headers: {
                readonly "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": UnauthorizedProblem;
                readonly "application/problem+json": UnauthorizedProblem;
            };
        };
        /** @description A problem that is not listed here; the list grows (§7, §9). */
        readonly UnlistedProblem: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": Problem;
                readonly "application/problem+json": Problem;
            };
        };
        /** @description The Content-Type is not application/json. */
        readonly UnsupportedMediaType: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": UnsupportedMediaTypeProblem;
                readonly "application/problem+json": UnsupportedMediaTypeProblem;
            };
        };
    };
    parameters: {
        /** @description Identifies the status event; the same on every callback attempt. */
        readonly WebhookId: string;
        /** @description Standard Webhooks signatures, one for each valid secret. */
        readonly WebhookSignature: string;
        /** @description When this callback attempt was signed. */
        readonly WebhookTimestamp: string;
    };
    requestBodies: never;
    headers: {
        /** @description The methods of this URL, separated by commas. */
        readonly Allow: string;
        /** @description Seconds to wait before the next request. */
        readonly RetryAfter: number;
        /** @description The scheme that authenticates a request. */
        readonly WWWAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly setCallback: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The address that receives status events. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": CallbackRegistration;
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["CallbackSet"];
            readonly 400: components["responses"]["CallbackRefused"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly default: components["responses"]["UnlistedProblem"];
        };
    };
    readonly listCascades: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description An empty object for all cascades, or a page. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": ListCascadesRequest;
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["Cascades"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly default: components["responses"]["UnlistedProblem"];
        };
    };
    readonly scheduleMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * @description The message, its cascade and its subscriber; at most 1 MiB, with at most 100 levels of arrays and objects
         *     and 10,000 values (ADR-0011).
         */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": SchedulingRequest;
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["Scheduled"];
            readonly 400: components["responses"]["SchedulingRefused"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly default: components["responses"]["UnlistedProblem"];
        };
    };
    readonly listMessages: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Which messages; an empty object asks for the latest. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": MessageHistoryRequest;
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["MessageHistory"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly default: components["responses"]["UnlistedProblem"];
        };
    };
    readonly receiveMessageStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Identifies the status event; the same on every callback attempt. */
                readonly "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description Standard Webhooks signatures, one for each valid secret. */
                readonly "webhook-signature"?: components["parameters"]["WebhookSignature"];
                /** @description When this callback attempt was signed. */
                readonly "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description One change of the status of one message at one stage. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": StatusEvent;
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["EventTaken"];
            readonly 410: components["responses"]["ReceiverGone"];
            readonly default: components["responses"]["EventNotTaken"];
        };
    };
}
/**
 * @description What a button does when it is pressed. Its fields are not shown.
 * @example https://shop.example/orders/1234
 */
export type Action = Record<string, unknown> | string;
/** @description The kind of address. An open list; `PHONE` is the only value shown. At most 64 characters. */
export type AddressType = ListedAddressType | (string & {});
export interface BadRequestProblemMembers extends ProblemMembers {
    /** @constant */
    readonly status: 400;
}
/** @description A problem with the status 400 (Bad Request). */
export type BadRequestProblem = WithMore<BadRequestProblemMembers>;
export interface ButtonMembers {
    readonly action: Action;
    /**
     * @description The code of a `QUICK_REPLY` button. Its length counts Unicode code points.
     * @example confirm-1234
     */
    readonly payload?: string | null;
    /**
     * @description The number that a `PHONE` button calls.
     * @example +12025550100
     */
    readonly phone?: string | null;
    /**
     * @description The label of the button.
     * @example Track it
     */
    readonly text?: string | null;
    readonly type?: ButtonType;
    /**
     * @description The address that a `URL` button opens.
     * @example https://shop.example/orders/1234
     */
    readonly url?: string | null;
}
/** @description One button of a chattwo template. The names of its fields are assumed. */
export type Button = WithMore<ButtonMembers>;
/** @description The kind of a button. An open list. */
export type ButtonType = ListedButtonType | (string & {});
/** @description The address that receives status events. */
export interface CallbackRegistration {
    /**
     * @description An HTTPS address of at most 500 characters that answers HEAD with 200.
     * @example https://shop.example/callbacks/cascade
     */
    readonly statusCallbackUrl: string;
    /**
     * @description The sender that the registration is for; without it, the whole account.
     * @example 2
     */
    readonly subjectId?: number | null;
}
export interface CascadeMembers {
    /**
     * @description The `cascadeId`; called `cascadeTemplateId` in violations.
     * @example 31634
     */
    readonly id: number;
    /**
     * @description Display name.
     * @example Order updates
     */
    readonly name?: string;
    /** @description The first stage. Each stage contains the next one in its own `stages`. */
    readonly stages: readonly CascadeStage[];
    /**
     * @description Number of stages, nested ones included.
     * @example 2
     */
    readonly stagesCount?: number;
    /**
     * @description Whether the cascade can be used.
     * @example ACTIVE
     */
    readonly status?: string;
}
/** @description A cascade of the account. */
export type Cascade = WithMore<CascadeMembers>;
export interface CascadeStageMembers {
    readonly decision?: StageDecision;
    /**
     * @description The place of the stage in the cascade, from 0.
     * @example 0
     */
    readonly order?: number;
    /** @description The next stage; empty after the last one. */
    readonly stages?: readonly CascadeStage[];
    readonly subject: Subject;
    /**
     * Format: uuid
     * @description The stage in violations (`stageUuid`) and status events (`cascadeStageUUID`).
     * @example 2ede9313-0539-463a-9ec3-898506f4937a
     */
    readonly uuid: string;
}
/** @description A stage of a cascade, tied to one channel. */
export type CascadeStage = WithMore<CascadeStageMembers>;
export interface ChannelContentMembers {
    readonly action?: Action;
    /**
     * @description The name of the attached document; required for a document. Its length counts Unicode code points.
     * @example contract.pdf
     */
    readonly attachmentName?: string;
    /**
     * @description The URL of the attached file.
     * @example https://files.example.test/contract.pdf
     */
    readonly attachmentUrl?: string;
    /**
     * @description Required where a caption applies; must not be empty.
     * @example Track it
     */
    readonly caption?: string;
    readonly contentType: ContentType;
    /** @description Text below the message. */
    readonly footer?: Record<string, unknown> | string | null;
    /**
     * @description Degrees; required when `longitude` is given.
     * @example 52.52
     */
    readonly latitude?: number;
    readonly listPicker?: ListPicker;
    /**
     * @description Degrees; required when `latitude` is given.
     * @example 13.405
     */
    readonly longitude?: number;
    /**
     * @description Required for `TEXT`. Scheduling does not check its length: a text that is too long is reported as
     *     UNDELIVERED with the reason `too-long-message`.
     * @example Your order is ready
     */
    readonly text?: string;
}
/**
 * @description The fields that all channels share. The full list is not shown, so further fields are allowed and not
 *     checked.
 */
export type ChannelContent = WithMore<ChannelContentMembers>;
/** @description The channel of a stage. An open list of the channels shown. */
export type ChannelType = ListedChannelType | (string & {});
/** @description The content of a chatone stage. */
export type ChatoneContent = ChannelContent;
export interface ChattwoContentMembers extends ChannelContentMembers {
    /** @description At most 10 buttons, of which at most 2 URL and 1 PHONE. */
    readonly buttons?: readonly Button[];
    /**
     * @description The number of the form that a `FLOW` opens.
     * @example 1000000000000001
     */
    readonly flowId?: number | string | null;
    /**
     * @description Delivery optimisation. May be `true` only if `useMarketingMessagesApi` is `true`; absent means `false`.
     * @example true
     */
    readonly messageActivitySharing?: boolean;
    /**
     * @description The number of the template that the message is matched against.
     * @example 58286
     */
    readonly messageMatcherId?: number | string | null;
    /**
     * @description Sends the message by the marketing-messages route.
     * @example true
     */
    readonly useMarketingMessagesApi?: boolean;
}
/** @description The content of a chattwo stage. */
export type ChattwoContent = WithMore<ChattwoContentMembers>;
/** @description Exactly one content object for each channel of the cascade. */
export interface Content {
    readonly chatoneContent?: ChatoneContent;
    readonly chattwoContent?: ChattwoContent;
    readonly smsContent?: SmsContent;
}
/** @description The kind of content, in upper case. An open list: `TEXT` and `IMAGE` are shown, the other values are assumed. */
export type ContentType = ListedContentType | (string & {});
export interface InternalServerErrorProblemMembers extends ProblemMembers {
    /** @constant */
    readonly status: 500;
}
/** @description A problem with the status 500 (Internal Server Error). */
export type InternalServerErrorProblem = WithMore<InternalServerErrorProblemMembers>;
/** @description The page of cascades to return; an empty object returns all. */
export interface ListCascadesRequest {
    /**
     * @description Maximum number of cascades to return.
     * @example 100
     */
    readonly limit?: number;
    /**
     * @description Number of cascades to skip.
     * @example 0
     */
    readonly offset?: number;
}
/**
 * @description The values of `AddressType` that are listed so far.
 * @enum {string}
 */
export type ListedAddressType = "PHONE";
/**
 * @description The values of `ButtonType` that are listed so far.
 * @enum {string}
 */
export type ListedButtonType = "URL" | "PHONE" | "QUICK_REPLY";
/**
 * @description The values of `ChannelType` that are listed so far.
 * @enum {string}
 */
export type ListedChannelType = "SMS" | "CHATONE" | "CHATTWO";
/**
 * @description The values of `ContentType` that are listed so far.
 * @enum {string}
 */
export type ListedContentType = "TEXT" | "IMAGE" | "DOCUMENT" | "LOCATION" | "LIST_PICKER" | "BUTTON" | "AUTHENTICATION" | "FLOW";
/**
 * @description The values of `MessageDirection` that are listed so far.
 * @enum {string}
 */
export type ListedMessageDirection = "OUT" | "IN";
/**
 * @description The values of `MessageStatus` that are listed so far.
 * @enum {string}
 */
export type ListedMessageStatus = "UNDELIVERED" | "ENQUEUED" | "SENT" | "DELIVERED" | "READ" | "EXPIRED" | "CANCELLED" | "FAILED" | "DELAYED";
/**
 * @description The values of `ProblemTitle` that are listed so far.
 * @enum {string}
 */
export type ListedProblemTitle = "requestId-is-not-unique" | "content-not-specified" | "contentType-not-specified" | "text-not-specified" | "caption-not-specified" | "action-not-specified" | "attachmentName-not-specified" | "attachmentName-is-too-long" | "latitude-not-specified" | "longitude-not-specified" | "cascade-not-found" | "request-doesn't-contain-content-for-all-cascade-stages" | "matched-template-not-found" | "cascade-scheduling-request-not-valid" | "cascade-scheduling-request-is-not-valid" | "template-parameter-is-not-valid" | "out-of-balance" | "button-validation-error" | "mm-api-options-invalid-combination" | "auth-error" | "not-found" | "method-not-allowed" | "system-error" | "payload-too-large" | "unsupported-media-type" | "too-many-requests" | "service-unavailable" | "callback-url-not-valid";
/**
 * @description The values of `UndeliveredReason` that are listed so far.
 * @enum {string}
 */
export type ListedUndeliveredReason = "not-chattwo-user" | "no-template-match" | "not-template-match" | "session-not-started" | "daily-rate-limit" | "too-long-message" | "chat-window-closed" | "media-request-failed" | "error-subject-unknown" | "error-address-format" | "duplicated" | "message-undeliverable" | "spam-rate-limit-hit" | "marketing-template-undeliverable";
export interface ListPickerMembers {
    /** @description Groups of items. */
    readonly sections?: readonly ListPickerSection[];
}
/** @description A list from which the subscriber picks one item. */
export type ListPicker = WithMore<ListPickerMembers>;
export interface ListPickerItemMembers {
    /**
     * @description At most 24 characters, spaces counted.
     * @example Tomorrow before noon
     */
    readonly subtitle?: string;
    /**
     * @description At most 24 characters, spaces counted.
     * @example Express delivery
     */
    readonly title?: string;
}
/** @description One item of a list picker. */
export type ListPickerItem = WithMore<ListPickerItemMembers>;
export interface ListPickerSectionMembers {
    /** @description The items of the group. */
    readonly items?: readonly ListPickerItem[];
}
/** @description A group of items. */
export type ListPickerSection = WithMore<ListPickerSectionMembers>;
/** @description From the provider to the subscriber, or back. An open list: both values are assumed. */
export type MessageDirection = ListedMessageDirection | (string & {});
export interface MessageHistoryMembers {
    /** @description The entries of this page. */
    readonly content: readonly MessageHistoryEntry[];
    /**
     * @description Whether there are entries after this page. A page of large contents may hold fewer than `limit`, so count the
     *     entries received for the next `offset`.
     * @example false
     */
    readonly hasNext: boolean;
    /**
     * Format: date-time
     * @description Present if a filter by `channelTypes` or `subjectId` was applied to the first 100,000 messages only, in the order
     *     of the answer. Repeat the request with this time as `dateTo` (as `dateFrom` in ascending order) and without
     *     `offset` to search on; entries of this instant may repeat.
     * @example 2026-06-06T05:57:43.001Z
     */
    readonly searchedUntil?: string;
}
/** @description A page of the history. */
export type MessageHistory = WithMore<MessageHistoryMembers>;
export interface MessageHistoryEntryMembers {
    /**
     * @description The address of the subscriber.
     * @example +12025550100
     */
    readonly address?: string;
    /**
     * @description The cascade that the message takes.
     * @example 31634
     */
    readonly cascadeId?: number;
    readonly channelType?: ChannelType;
    /**
     * @description The `comment` of the request.
     * @example order 1234
     */
    readonly comment?: string | null;
    /** @description The content of the stage, as accepted; `null` once the provider has deleted it. */
    readonly content?: {
        readonly [key: string]: unknown;
    } | null;
    readonly deliveryStatus: MessageStatus;
    readonly direction?: MessageDirection;
    /** @description Why the stage did not deliver; `null` for every other status. */
    readonly error?: UndeliveredReason | null;
    /**
     * @description The number of the message at the provider.
     * @example 8681749
     */
    readonly messageId: number;
    /**
     * @description The `requestId` of the request that scheduled the message, as it was sent.
     * @example 6a1f0c2b-4d5e-4691-8111-12222aaaa001
     */
    readonly requestId?: string | null;
    /**
     * Format: date-time
     * @description When this status was reached, ISO 8601 in UTC.
     * @example 2026-01-30T11:07:55Z
     */
    readonly statusAt?: string;
    /**
     * @description The number of the sender signature of the stage.
     * @example 2
     */
    readonly subjectId?: number | null;
}
/** @description One message at one stage of its cascade. */
export type MessageHistoryEntry = WithMore<MessageHistoryEntryMembers>;
/** @description Which messages of the account. Every filter is optional; all that are given apply together. */
export interface MessageHistoryRequest {
    /**
     * @description Stages on these channels.
     * @example [
     *       "CHATTWO"
     *     ]
     */
    readonly channelTypes?: readonly ChannelType[];
    /**
     * Format: date-time
     * @description Messages accepted at this time or later, ISO 8601 with a time zone.
     * @example 2026-06-06T05:57:43Z
     */
    readonly dateFrom?: string;
    /**
     * Format: date-time
     * @description Messages accepted before this time; must not be earlier than `dateFrom`.
     * @example 2026-06-06T05:58:03Z
     */
    readonly dateTo?: string;
    readonly direction?: MessageDirection;
    /**
     * @description How many entries to return at most; 100 without it.
     * @example 100
     */
    readonly limit?: number;
    /**
     * @description The message with this number, as status events report it.
     * @example 8681749
     */
    readonly messageId?: number;
    /**
     * @description How many entries to skip.
     * @example 0
     */
    readonly offset?: number;
    /**
     * @description The message that this request id scheduled, as it was sent.
     * @example 6a1f0c2b-4d5e-4691-8111-12222aaaa001
     */
    readonly requestId?: string;
    /** @description The order of messages. Without it the newest comes first. */
    readonly sort?: readonly MessageSort[];
    /**
     * @description Stages with this sender signature.
     * @example 2
     */
    readonly subjectId?: number;
    readonly subscriberFilter?: SubscriberFilter;
    /**
     * @description Kinds of traffic, for example `HSM`. A provider that keeps no kind of traffic returns the messages of
     *     every kind.
     * @example [
     *       "HSM"
     *     ]
     */
    readonly trafficType?: readonly string[];
}
/** @description By which property, and in which direction. */
export interface MessageSort {
    /** @description `ASC` or `DESC`; `DESC` without it. */
    readonly direction?: string;
    /** @description The property to sort by; `messageId`, which rises with acceptance, is the one there is. */
    readonly property: string;
}
/** @description The status of a message at a stage. An open list: `UNDELIVERED` is documented, the other values are assumed. */
export type MessageStatus = ListedMessageStatus | (string & {});
export interface MethodNotAllowedProblemMembers extends ProblemMembers {
    /** @constant */
    readonly status: 405;
}
/** @description A problem with the status 405 (Method Not Allowed). */
export type MethodNotAllowedProblem = WithMore<MethodNotAllowedProblemMembers>;
export interface NotFoundProblemMembers extends ProblemMembers {
    /** @constant */
    readonly status: 404;
}
/** @description A problem with the status 404 (Not Found). */
export type NotFoundProblem = WithMore<NotFoundProblemMembers>;
export interface PayloadTooLargeProblemMembers extends ProblemMembers {
    /** @constant */
    readonly status: 413;
}
/** @description A problem with the status 413 (Payload Too Large). */
export type PayloadTooLargeProblem = WithMore<PayloadTooLargeProblemMembers>;
export interface ProblemMembers {
    /**
     * @description An explanation; always present in cascade validation errors.
     * @example Too many buttons, maximum is 10
     */
    readonly detail?: string;
    /**
     * @description The HTTP status of the response.
     * @example 400
     */
    readonly status: number;
    readonly title: ProblemTitle;
}
/**
 * @description What went wrong: a profile of the problem details of RFC 9457. `title` carries the code, and `type` is
 *     absent.
 */
export type Problem = WithMore<ProblemMembers>;
/** @description The short name of the error: the problem code. An open list: it grows (§7, §9). */
export type ProblemTitle = ListedProblemTitle | (string & {});
/** @description One message for one subscriber through one cascade. */
export interface SchedulingRequest {
    /**
     * @description A cascade of your account.
     * @example 31634
     */
    readonly cascadeId: number;
    /**
     * @description Your own text of at most 4,096 characters without U+0000; status events of this message repeat it.
     * @example order 1234
     */
    readonly comment?: string | null;
    readonly content: Content;
    /**
     * Format: uuid
     * @description A UUID that you choose and have never used before.
     *
     *     Assumed (ADR-0007): the provider ignores letter case when comparing, and echoes the id as sent; a rejected
     *     request does not use it up.
     * @example 6a1f0c2b-4d5e-4691-8111-12222aaaa001
     */
    readonly requestId: string;
    /**
     * Format: date-time
     * @description When to start, ISO 8601 with a time zone, on a day that the calendar has, and at most 366 days ahead. Absent or in
     *     the past means now.
     * @example 2026-02-01T09:00:00Z
     */
    readonly startTime?: string | null;
    readonly subscriberFilter: SubscriberFilter;
}
export interface SchedulingResultMembers {
    /**
     * @description The `requestId` of the request, as it was sent.
     * @example 6a1f0c2b-4d5e-4691-8111-12222aaaa001
     */
    readonly requestId: string;
}
/** @description The message is stored durably and scheduled. */
export type SchedulingResult = WithMore<SchedulingResultMembers>;
export interface ServiceUnavailableProblemMembers extends ProblemMembers {
    /** @constant */
    readonly status: 503;
}
/** @description A problem with the status 503 (Service Unavailable). */
export type ServiceUnavailableProblem = WithMore<ServiceUnavailableProblemMembers>;
/** @description The content of an SMS stage. */
export type SmsContent = ChannelContent;
export interface StageDecisionMembers {
    /**
     * @description Time to live of the stage before, HH:MM:SS.
     * @example 00:05:00
     */
    readonly ttl: string;
    /**
     * @description Always TTL.
     * @example TTL
     */
    readonly type: string;
}
/** @description What starts this stage although the one before has not ended; `null` for the first stage, or if nothing does. */
export type StageDecision = WithMore<StageDecisionMembers> | null;
export interface StatusEventMembers {
    /**
     * @description The cascade of the message.
     * @example 31634
     */
    readonly cascadeId?: number;
    /**
     * @description The stage whose status changed.
     * @example 2ede9313-0539-463a-9ec3-898506f4937a
     */
    readonly cascadeStageUUID?: string | null;
    readonly channelType?: ChannelType;
    /**
     * @description The `comment` of the request.
     * @example order 1234
     */
    readonly comment?: string | null;
    /** @description Why the message was not delivered, with UNDELIVERED; `null` for every other status. */
    readonly error?: UndeliveredReason | null;
    /**
     * @description The provider's id of the message.
     * @example 8681749
     */
    readonly messageId?: number;
    /**
     * @description The `requestId` of the request that scheduled the message, as it was sent; `null` if the provider does not know it.
     * @example 7c42344c-aeea-41c9-834b-eb627136f400
     */
    readonly requestId: string | null;
    readonly status: MessageStatus;
    /**
     * Format: date-time
     * @description When the status changed, ISO 8601 in UTC.
     * @example 2026-01-30T11:07:55Z
     */
    readonly statusAt?: string;
    /**
     * @description The sender signature.
     * @example news
     */
    readonly subject?: string | null;
    /**
     * @description The id of the sender signature.
     * @example 2
     */
    readonly subjectId?: number | null;
}
/** @description One change of the status of a message at one stage of its cascade. */
export type StatusEvent = WithMore<StatusEventMembers>;
export interface SubjectMembers {
    /**
     * @description The `subjectId` of status events.
     * @example 2
     */
    readonly id: number;
    /**
     * @description Display name.
     * @example Newsletter
     */
    readonly name?: string;
    /**
     * @description The sender that the subscriber sees.
     * @example news
     */
    readonly subject?: string;
    readonly type: ChannelType;
}
/** @description The sender signature that a stage uses. */
export type Subject = WithMore<SubjectMembers>;
/** @description The subscriber who gets the message. */
export interface SubscriberFilter {
    /**
     * @description For type `PHONE` a phone number in international format. Scheduling does not check it: a wrong
     *     number is reported as UNDELIVERED with the reason `error-address-format`. At most 1,024 characters.
     * @example +12025550100
     */
    readonly address: string;
    readonly type: AddressType;
}
export interface TooManyRequestsProblemMembers extends ProblemMembers {
    /** @constant */
    readonly status: 429;
}
/** @description A problem with the status 429 (Too Many Requests). */
export type TooManyRequestsProblem = WithMore<TooManyRequestsProblemMembers>;
export interface UnauthorizedProblemMembers extends ProblemMembers {
    /** @constant */
    readonly status: 401;
}
/** @description A problem with the status 401 (Unauthorized). */
export type UnauthorizedProblem = WithMore<UnauthorizedProblemMembers>;
/** @description Why the message was not delivered. An open list, as all lists are. */
export type UndeliveredReason = ListedUndeliveredReason | (string & {});
export interface UnsupportedMediaTypeProblemMembers extends ProblemMembers {
    /** @constant */
    readonly status: 415;
}
/** @description A problem with the status 415 (Unsupported Media Type). */
export type UnsupportedMediaTypeProblem = WithMore<UnsupportedMediaTypeProblemMembers>;
