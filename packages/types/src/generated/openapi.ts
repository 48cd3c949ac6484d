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
         *     is 200. Callbacks are signed by the `secret` of the request, or by a secret that the provider makes and returns once
         *     (ADR-0057).
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
         * @description Lists all cascades of the account: the ids and stages that a scheduling request must match. §4.2 says that such an
         *     operation exists; its path, method and shape are assumed.
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
         * @description Schedules one message: the request names the cascade, the subscriber and the content for each channel. The provider
         *     makes five checks in this order, and returns the matching error of the first that fails; then no message is
         *     scheduled.
         *
         *     1. `requestId` is new.
         *     2. `cascadeId` names a cascade of the account.
         *     3. `content` is complete and matches the stages of the cascade.
         *     4. `content` matches the schema of the channel templates.
         *     5. The balance of the account suffices.
         *
         *     After a timeout it is unknown whether the message was scheduled. A repetition with the same `requestId`
         *     schedules no second message.
         */
        readonly post: operations["scheduleMessage"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/channel-profile": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the senders of the account
         * @description Lists the channel profiles of the account: each is a sender signature on one channel, with the `subjectId` that other
         *     operations ask for, and whether it is activated. A body has no meaning and is not read.
         */
        readonly get: operations["listChannelProfiles"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/message-matchers/get-by-request": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * List the templates of a sender
         * @description Lists the message templates that texts of a sender may match. The list is empty for a sender that the account does
         *     not have, and for channels without templates, where every text is allowed.
         */
        readonly post: operations["listTemplates"];
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
         * @description Each change of the status of a message is reported: `UNDELIVERED` together with the reason why a stage did not
         *     deliver it.
         *
         *     Assumed (ADR-0048): an event is about one stage. `UNDELIVERED` ends a stage, and the message has failed only if no
         *     later stage is left to deliver it.
         *
         *     The provider sends this request to your registered address, at least once for each change. Answer any 2xx
         *     within 15 seconds. A repeated event has the same `webhook-id`.
         *
         *     The order is an assumption: the first attempts of the events of one message start in the order of its
         *     statuses. An event that is attempted again may arrive after later ones, so compare `statusAt`. An undelivered
         *     event may be resent for 30 days (ADR-0041).
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
        readonly ChannelProfile: ChannelProfile;
        readonly ChannelType: ChannelType;
        readonly ChatoneContent: ChatoneContent;
        readonly ChattwoContent: ChattwoContent;
        readonly Content: Content;
        readonly ContentType: ContentType;
        readonly InternalServerErrorProblem: InternalServerErrorProblem;
        readonly ListCascadesRequest: ListCascadesRequest;
        readonly ListedProblemTitle: ListedProblemTitle;
        readonly ListPicker: ListPicker;
        readonly ListPickerItem: ListPickerItem;
        readonly ListPickerSection: ListPickerSection;
        readonly ListTemplatesRequest: ListTemplatesRequest;
        readonly MessageDirection: MessageDirection;
        readonly MessageHistory: MessageHistory;
        readonly MessageHistoryEntry: MessageHistoryEntry;
        readonly MessageHistoryRequest: MessageHistoryRequest;
        readonly MessageSort: MessageSort;
        readonly MessageStatus: MessageStatus;
        readonly MessageTemplate: MessageTemplate;
        readonly MethodNotAllowedProblem: MethodNotAllowedProblem;
        readonly NotFoundProblem: NotFoundProblem;
        readonly PayloadTooLargeProblem: PayloadTooLargeProblem;
        readonly Problem: Problem;
        readonly ProblemDetail: ProblemDetail;
        readonly ProblemTitle: ProblemTitle;
        readonly RegisteredCallback: RegisteredCallback;
        readonly SchedulingProblem: SchedulingProblem;
        readonly SchedulingRequest: SchedulingRequest;
        readonly SchedulingResult: SchedulingResult;
        readonly ServiceUnavailableProblem: ServiceUnavailableProblem;
        readonly SmsContent: SmsContent;
        readonly StageDecision: StageDecision;
        readonly StatusEvent: StatusEvent;
        readonly Subject: Subject;
        readonly SubscriberFilter: SubscriberFilter;
        readonly TemplateContent: TemplateContent;
        readonly TemplateType: TemplateType;
        readonly TooManyRequestsProblem: TooManyRequestsProblem;
        readonly UnauthorizedProblem: UnauthorizedProblem;
        readonly UndeliveredReason: UndeliveredReason;
        readonly UnlistedProblem: UnlistedProblem;
        readonly UnsupportedMediaTypeProblem: UnsupportedMediaTypeProblem;
    };
    responses: {
        /** @description The address is not registered; the previous one stays in force. */
        readonly AddressNotTaken: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description The body does not have the described shape.
         *
         *     | Code | When | Fix (ours) |
         *     |---|---|---|
         *     | **matched-template-not-found** | The layout of the body does not match the template schema: the position or the presence of a property, or its type. | Correct the field that detail points to. |
         */
        readonly BadRequest: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": BadRequestProblem;
                readonly "application/problem+json": BadRequestProblem;
            };
        };
        /**
         * @description The address cannot be used; the previous registration stays in force.
         *
         *     | Code | When | Fix (ours) |
         *     |---|---|---|
         *     | **matched-template-not-found** | The layout of the body does not match the template schema: the position or the presence of a property, or its type. | Correct the field that detail points to. |
         *     | **callback-url-not-valid** | The callback address is not HTTPS, is longer than 500 characters, or did not answer 200 to HEAD. | Give an HTTPS address that answers HEAD with 200. |
         */
        readonly CallbackRefused: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": BadRequestProblem;
                readonly "application/problem+json": BadRequestProblem;
            };
        };
        /**
         * @description The address is registered. The answer repeats the registration without its secret; it has a `secret` only if the
         *     provider made one.
         */
        readonly CallbackSet: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": RegisteredCallback;
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
        /** @description The senders of the account, by channel and signature; an empty array if there are none. */
        readonly ChannelProfiles: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": readonly ChannelProfile[];
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
        /**
         * @description The provider failed. A malformed request (a property in a wrong place, absent or empty) may also be answered so.
         *
         *     | Code | When | Fix (ours) |
         *     |---|---|---|
         *     | **system-error** | The provider failed. Some providers also return this code for a malformed request. | If the request is well formed, there is nothing to fix on your side. |
         */
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
        /**
         * @description The URL exists, but not with this method.
         *
         *     | Code | When | Fix (ours) |
         *     |---|---|---|
         *     | **method-not-allowed** | The URL exists, but not with this method. | Use a method that the header Allow lists. |
         */
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
        /**
         * @description No operation has this URL.
         *
         *     | Code | When | Fix (ours) |
         *     |---|---|---|
         *     | **not-found** | No operation has this URL. | Check the base address and the path. |
         */
        readonly NotFound: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": NotFoundProblem;
                readonly "application/problem+json": NotFoundProblem;
            };
        };
        /**
         * @description The body has more than 1 MiB.
         *
         *     | Code | When | Fix (ours) |
         *     |---|---|---|
         *     | **payload-too-large** | The body has more than 1 MiB. | Send a smaller body; pass attachments by URL. |
         */
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
        /**
         * @description A check failed, and no message is scheduled. The body has `title`, `status` 400 and, for a cascade validation error,
         *     `detail`.
         *
         *     Assumed (ADR-0007, ADR-0009, ADR-0011, ADR-0032, ADR-0056): a malformed field is found at the rule that needs it. Letter
         *     case of `requestId` does not count, and a refused request does not use it up. No cascade has a number beyond 2^53-1, the
         *     largest that every JSON reader keeps exactly. Of two members of one name in an object the last counts. A body with more
         *     than 100 levels of arrays and objects, or more than 10,000 values, is answered with `matched-template-not-found`.
         *
         *     | Code | When | Fix (ours) |
         *     |---|---|---|
         *     | **requestId-is-not-unique** | The account has used this requestId before. | Generate a new UUID for every message: an id is used once. |
         *     | **content-not-specified** | content is missing or has no channel content object. | Give one content object for each channel of the cascade. |
         *     | **contentType-not-specified** | A content object has no contentType. | Set contentType, for instance TEXT. |
         *     | **text-not-specified** | Text content has no text, or an empty one. | Set text to a non-empty string. |
         *     | **caption-not-specified** | A caption applies but is missing or empty. | Set caption to a non-empty string, or omit it where no caption applies. |
         *     | **action-not-specified** | A button has no action. | Give every button an action. |
         *     | **attachmentName-not-specified** | A document has no attachmentName. | Set attachmentName. |
         *     | **attachmentName-is-too-long** | attachmentName has more than 70 characters. | Shorten the name to 70 characters. |
         *     | **latitude-not-specified** | Coordinates have no latitude. | Give both, latitude and longitude. |
         *     | **longitude-not-specified** | Coordinates have no longitude. | Give both, latitude and longitude. |
         *     | **cascade-not-found** | The account has no cascade with this id. | Use an id from the list of all cascades of the account, and check which account the key belongs to. |
         *     | `request-doesn't-contain-content-for-all-cascade-stages` | The cascade has more channels than content covers. | Add a content object for the missing channel. |
         *     | **matched-template-not-found** | The layout of the body does not match the template schema: the position or the presence of a property, or its type. | Correct the field that detail points to. |
         *     | **cascade-scheduling-request-is-not-valid**, in `title` **cascade-scheduling-request-not-valid** | content and the stages of the cascade do not match. | Give exactly one content object for each channel of the cascade; detail names the missing and the surplus ones. |
         *     | **template-parameter-is-not-valid** | The title or subtitle of a list picker item has more than 24 characters, spaces counted. | Shorten it to 24 characters. |
         *     | **out-of-balance** | The balance does not cover the prices of all stages. | Top up the account. |
         *     | **button-validation-error** | A chattwo template with buttons breaks a limit; detail says which. | Max. 10 buttons: max. 2 URL and 1 PHONE. Max. 128 characters of payload. |
         *     | **mm-api-options-invalid-combination** | messageActivitySharing is true, but useMarketingMessagesApi is not. | Set useMarketingMessagesApi to true, or omit messageActivitySharing. |
         */
        readonly SchedulingRefused: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": SchedulingProblem;
                readonly "application/problem+json": SchedulingProblem;
            };
        };
        /**
         * @description The provider cannot take requests right now.
         *
         *     | Code | When | Fix (ours) |
         *     |---|---|---|
         *     | **service-unavailable** | The provider cannot take requests right now. | There is nothing to fix on your side. |
         */
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
        /** @description The templates, by channel and name; an empty array if there are none. */
        readonly Templates: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": readonly MessageTemplate[];
            };
        };
        /**
         * @description The account exceeds its request rate.
         *
         *     | Code | When | Fix (ours) |
         *     |---|---|---|
         *     | **too-many-requests** | The account exceeds its request rate. | Send fewer requests per second. |
         */
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
        /**
         * @description The key is missing, misspelled or expired.
         *
         *     | Code | When | Fix (ours) |
         *     |---|---|---|
         *     | **auth-error** | The header x-api-key is missing, misspelled, or its key has expired. | Send a valid key of the account. |
         */
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
        /**
         * @description A problem with a status that is not listed here; the list grows (§7, §9). A code that the source lists has its own status,
         *     and so does not come with another one.
         */
        readonly UnlistedProblem: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": UnlistedProblem;
                readonly "application/problem+json": UnlistedProblem;
            };
        };
        /**
         * @description The Content-Type is not application/json, or the body has a Content-Encoding such as gzip.
         *
         *     | Code | When | Fix (ours) |
         *     |---|---|---|
         *     | **unsupported-media-type** | Content-Type is not application/json, or the body has a Content-Encoding such as gzip. | Send Content-Type: application/json, and the body uncompressed. |
         */
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
        /** @description The channels to list, separated by commas; without it, and with nothing in it, all. */
        readonly Types: readonly ChannelType[];
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
        /** @description The message, its cascade and its subscriber, as JSON. What limits a body is said at 400, 413 and 415. */
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
    readonly listChannelProfiles: {
        readonly parameters: {
            readonly query?: {
                /** @description The channels to list, separated by commas; without it, and with nothing in it, all. */
                readonly types?: components["parameters"]["Types"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["ChannelProfiles"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalServerError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly default: components["responses"]["UnlistedProblem"];
        };
    };
    readonly listTemplates: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The sender, and which templates. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": ListTemplatesRequest;
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["Templates"];
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
 * @description What a button does when it is pressed: an object, of which no fields are shown, or a string. A button without it, or
 *     with an empty one, is answered with `action-not-specified`.
 * @example https://shop.example/orders/1234
 */
export type Action = Record<string, unknown> | string;
/**
 * @description The kind of address. An open list; `PHONE` is the only value shown. At most 64 characters, without U+0000 and half
 *     surrogate pairs.
 */
export type AddressType = "PHONE" | (string & {});
export interface BadRequestProblemMembers {
    readonly detail?: ProblemDetail;
    /**
     * @description The HTTP status of the response, repeated.
     * @constant
     */
    readonly status: 400;
    readonly title: ProblemTitle;
}
/** @description A problem with the status 400 (Bad Request), and no code that belongs to another status. */
export type BadRequestProblem = WithMore<BadRequestProblemMembers>;
export interface ButtonMembers {
    action: Action;
    /**
     * @description The code of a quick-reply button, at most 128 characters (Unicode code points). A longer one is answered with
     *     `button-validation-error`.
     * @example confirm-1234
     */
    payload?: string | null;
    /**
     * @description The number that a `PHONE` button calls.
     * @example +12025550100
     */
    phone?: string | null;
    /**
     * @description The label of the button.
     * @example Track it
     */
    text?: string | null;
    type?: ButtonType;
    /**
     * @description The address that a `URL` button opens.
     * @example https://shop.example/orders/1234
     */
    url?: string | null;
}
/** @description One button of a chattwo template. The names of its fields are assumed. */
export type Button = WithMore<ButtonMembers>;
/**
 * @description The kind of a button. An open list.
 *
 *     Listed so far: `URL`, `PHONE`, `QUICK_REPLY`.
 */
export type ButtonType = "URL" | "PHONE" | "QUICK_REPLY" | (string & {});
/**
 * @description The address that receives status events. It may be absent beside an address of other events: then nothing is registered
 *     (ADR-0058).
 */
export interface CallbackRegistration {
    /**
     * @description The address of other events. Nothing is sent to it, and it is not kept.
     * @example https://shop.example/messages
     */
    inMessageCallbackUrl?: string | null;
    /**
     * @description The address of other events. Nothing is sent to it, and it is not kept.
     * @example https://shop.example/templates
     */
    messageMatcherCallbackUrl?: string | null;
    /**
     * @description What signs the callbacks of this registration: `whsec_` and the base64 of 24 to 64 random bytes (Standard Webhooks). A
     *     new secret signs first, and the one before it beside it for 24 hours. Without a secret the registration keeps its own; if
     *     nothing signs its callbacks yet, the provider makes one, and the answer has it, this once (ADR-0057).
     * @example whsec_Y2FzY2FkZS1tb2NrLWRlbW8tc2VjcmV0
     */
    secret?: string;
    /**
     * @description An HTTPS address of at most 500 characters that answers HEAD with 200.
     * @example https://shop.example/callbacks/cascade
     */
    statusCallbackUrl?: string;
    /**
     * Format: int32
     * @description The sender that the registration is for; without it, the whole account.
     * @example 2
     */
    subjectId?: number | null;
}
export interface CascadeMembers {
    /**
     * Format: int64
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
     * Format: int32
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
/** @description A cascade of the account, with its numeric identifier and its stages. */
export type Cascade = WithMore<CascadeMembers>;
export interface CascadeStageMembers {
    readonly decision?: StageDecision;
    /**
     * Format: int32
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
    action?: Action;
    /**
     * @description The name of the attached document. A document without it is answered with `attachmentName-not-specified`, a name
     *     of more than 70 characters (Unicode code points) with `attachmentName-is-too-long`.
     * @example contract.pdf
     */
    attachmentName?: string;
    /**
     * @description The URL of the attached file.
     * @example https://files.example.test/contract.pdf
     */
    attachmentUrl?: string;
    /**
     * @description Required where a caption applies; without it, or with an empty one, the answer is `caption-not-specified`.
     * @example Track it
     */
    caption?: string;
    contentType: ContentType;
    /** @description Text below the message. */
    footer?: Record<string, unknown> | string | null;
    /**
     * @description Degrees. Coordinates without it are answered with `latitude-not-specified`.
     * @example 52.52
     */
    latitude?: number;
    listPicker?: ListPicker;
    /**
     * @description Degrees. Coordinates without it are answered with `longitude-not-specified`.
     * @example 13.405
     */
    longitude?: number;
    /**
     * @description Required for `TEXT`; without it, or with an empty one, the answer is `text-not-specified`. Scheduling does not
     *     check its length: the message length has a limit, and a text beyond it is reported as UNDELIVERED with the
     *     reason `too-long-message`.
     * @example Your order is ready
     */
    text?: string;
}
/**
 * @description The fields that all channels share. The full list is not shown, so further fields are allowed and not
 *     checked.
 *
 *     | `contentType` | Required beside it |
 *     |---|---|
 *     | `TEXT` | `text` |
 *     | `BUTTON` | `caption`, `action` |
 *     | `DOCUMENT` | `attachmentName` |
 *     | `LOCATION` | `latitude`, `longitude` |
 */
export type ChannelContent = WithMore<ChannelContentMembers>;
export interface ChannelProfileMembers {
    /**
     * @description Whether the signature is activated. If not, its messages end with `error-subject-unknown`.
     * @example true
     */
    readonly active: boolean;
    /**
     * Format: int64
     * @description The profile itself, at providers that number them; nothing else refers to it.
     * @example 537
     */
    readonly id?: number;
    /**
     * @description Display name.
     * @example news
     */
    readonly name: string;
    /**
     * @description The sender that the subscriber sees.
     * @example news
     */
    readonly subject: string;
    /**
     * Format: int32
     * @description The `subjectId` of status events and registrations. Only active senders have it.
     * @example 2
     */
    readonly subjectId?: number;
    readonly type: ChannelType;
}
/** @description A sender signature on one channel. */
export type ChannelProfile = WithMore<ChannelProfileMembers>;
/**
 * @description The channel of a stage. An open list of the channels shown.
 *
 *     Listed so far: `SMS`, `CHATONE`, `CHATTWO`.
 */
export type ChannelType = "SMS" | "CHATONE" | "CHATTWO" | (string & {});
/** @description The content of a chatone stage. */
export type ChatoneContent = ChannelContent;
export interface ChattwoContentMembers extends ChannelContentMembers {
    /**
     * @description The buttons of a chattwo template: at most 10, of which at most 2 URL and 1 PHONE (call) buttons. More are
     *     answered with `button-validation-error`.
     */
    buttons?: readonly Button[];
    /**
     * @description The number of the form that a `FLOW` opens. A number beyond 2^53-1 is sent as text.
     * @example 1000000000000001
     */
    flowId?: number | string | null;
    /**
     * @description Delivery optimisation, which the marketing-messages route alone has. `true` without `useMarketingMessagesApi: true`
     *     is answered with `mm-api-options-invalid-combination`; absent means `false`.
     * @example true
     */
    messageActivitySharing?: boolean;
    /**
     * @description The number of the template that the message is matched against. A number beyond 2^53-1 is sent as text.
     * @example 58286
     */
    messageMatcherId?: number | string | null;
    /**
     * @description Sends a chattwo message by the marketing-messages route.
     * @example true
     */
    useMarketingMessagesApi?: boolean;
}
/** @description The content of a chattwo stage. */
export type ChattwoContent = WithMore<ChattwoContentMembers>;
/**
 * @description Exactly one content object for each channel that has a stage in the cascade. A content object for a channel without a
 *     stage is invalid, and so is a stage without its content object. No content object at all is answered with
 *     `content-not-specified`.
 */
export interface Content {
    chatoneContent?: ChatoneContent;
    chattwoContent?: ChattwoContent;
    smsContent?: SmsContent;
}
/**
 * @description The kind of content, in upper case; without it the answer is `contentType-not-specified`. An open list: `TEXT` and
 *     `IMAGE` are shown, the other values are assumed.
 *
 *     Listed so far: `TEXT`, `IMAGE`.
 *
 *     Assumed (ADR-0021): `DOCUMENT`, `LOCATION`, `LIST_PICKER`, `BUTTON`, `AUTHENTICATION`, `FLOW`.
 */
export type ContentType = "TEXT" | "IMAGE" | "DOCUMENT" | "LOCATION" | "LIST_PICKER" | "BUTTON" | "AUTHENTICATION" | "FLOW" | (string & {});
export interface InternalServerErrorProblemMembers {
    readonly detail?: ProblemDetail;
    /**
     * @description The HTTP status of the response, repeated.
     * @constant
     */
    readonly status: 500;
    readonly title: ProblemTitle;
}
/** @description A problem with the status 500 (Internal Server Error), and no code that belongs to another status. */
export type InternalServerErrorProblem = WithMore<InternalServerErrorProblemMembers>;
/** @description The page of cascades to return; an empty object returns all. */
export interface ListCascadesRequest {
    /**
     * Format: int32
     * @description Maximum number of cascades to return.
     * @example 100
     */
    limit?: number;
    /**
     * Format: int32
     * @description Number of cascades to skip.
     * @example 0
     */
    offset?: number;
}
/**
 * @description The codes that the source lists (§7.1), each with its own status.
 * @enum {string}
 */
export type ListedProblemTitle = "requestId-is-not-unique" | "content-not-specified" | "contentType-not-specified" | "text-not-specified" | "caption-not-specified" | "action-not-specified" | "attachmentName-not-specified" | "attachmentName-is-too-long" | "latitude-not-specified" | "longitude-not-specified" | "cascade-not-found" | "request-doesn't-contain-content-for-all-cascade-stages" | "matched-template-not-found" | "cascade-scheduling-request-not-valid" | "cascade-scheduling-request-is-not-valid" | "template-parameter-is-not-valid" | "out-of-balance" | "button-validation-error" | "mm-api-options-invalid-combination" | "auth-error" | "not-found" | "method-not-allowed" | "system-error";
export interface ListPickerMembers {
    /** @description Groups of items. */
    sections?: readonly ListPickerSection[];
}
/** @description A list from which the subscriber picks one item (`listPicker.sections.items`). */
export type ListPicker = WithMore<ListPickerMembers>;
export interface ListPickerItemMembers {
    /**
     * @description At most 24 characters, spaces counted; a longer one is answered with `template-parameter-is-not-valid`.
     * @example Tomorrow before noon
     */
    subtitle?: string;
    /**
     * @description At most 24 characters, spaces counted; a longer one is answered with `template-parameter-is-not-valid`.
     * @example Express delivery
     */
    title?: string;
}
/** @description One item of a list picker. */
export type ListPickerItem = WithMore<ListPickerItemMembers>;
export interface ListPickerSectionMembers {
    /** @description The items of the group. */
    items?: readonly ListPickerItem[];
}
/** @description A group of items. */
export type ListPickerSection = WithMore<ListPickerSectionMembers>;
/** @description The sender whose templates to return. */
export interface ListTemplatesRequest {
    /**
     * @description Templates of these kinds; without it, and with an empty list, all.
     * @example [
     *       "OPERATOR"
     *     ]
     */
    matcherTypes?: readonly TemplateType[];
    /**
     * Format: int32
     * @description The sender, as channel profiles have it.
     * @example 2
     */
    subjectId: number;
}
/**
 * @description From the provider to the subscriber, or back. An open list: both values are assumed.
 *
 *     Assumed (ADR-0035): `OUT`, `IN`.
 */
export type MessageDirection = "OUT" | "IN" | (string & {});
export interface MessageHistoryMembers {
    /** @description The entries of this page, at most as many as `limit` may ask for. */
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
     * Format: int64
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
    readonly error?: UndeliveredReason;
    /**
     * Format: int64
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
     * Format: int32
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
    channelTypes?: readonly ChannelType[];
    /**
     * Format: date-time
     * @description Messages accepted at this time or later, ISO 8601 with a time zone; seconds may be left out.
     * @example 2026-06-06T05:57:43Z
     */
    dateFrom?: string;
    /**
     * Format: date-time
     * @description Messages accepted before this time, written as `dateFrom`, and not earlier. A message may appear some seconds
     *     after its acceptance: if you read window by window, begin the next one ten seconds earlier, and drop what you have.
     * @example 2026-06-06T05:58:03Z
     */
    dateTo?: string;
    direction?: MessageDirection;
    /**
     * Format: int32
     * @description How many entries to return at most; 100 without it.
     * @example 100
     */
    limit?: number;
    /**
     * Format: int64
     * @description The message with this number, as status events report it.
     * @example 8681749
     */
    messageId?: number;
    /**
     * Format: int32
     * @description How many entries to skip.
     * @example 0
     */
    offset?: number;
    /**
     * @description The message that this request id scheduled, as it was sent; like every request id without U+0000 and half
     *     surrogate pairs.
     * @example 6a1f0c2b-4d5e-4691-8111-12222aaaa001
     */
    requestId?: string;
    /** @description The order of messages. Without it the newest comes first. */
    sort?: readonly MessageSort[];
    /**
     * Format: int32
     * @description Stages with this sender signature.
     * @example 2
     */
    subjectId?: number;
    subscriberFilter?: SubscriberFilter;
    /**
     * @description Kinds of traffic, for example `HSM`. A provider that keeps no kind of traffic returns the messages of
     *     every kind.
     * @example [
     *       "HSM"
     *     ]
     */
    trafficType?: readonly string[];
}
/** @description By which property, and in which direction. */
export interface MessageSort {
    /** @description `ASC` or `DESC`; `DESC` without it. */
    direction?: string;
    /** @description The property to sort by; `messageId`, which rises with acceptance, is the one there is. */
    property: string;
}
/**
 * @description The status of a message at a stage. An open list: `UNDELIVERED` is documented, the other values are assumed.
 *
 *     Listed so far: `UNDELIVERED`.
 *
 *     Assumed (ADR-0016, ADR-0044): `ENQUEUED`, `SENT`, `DELIVERED`, `READ`, `EXPIRED`, `CANCELLED`, `FAILED`, `DELAYED`.
 */
export type MessageStatus = "UNDELIVERED" | "ENQUEUED" | "SENT" | "DELIVERED" | "READ" | "EXPIRED" | "CANCELLED" | "FAILED" | "DELAYED" | (string & {});
export interface MessageTemplateMembers {
    readonly channelType: ChannelType;
    readonly content: TemplateContent;
    /**
     * Format: int64
     * @description The template itself, at providers that number them.
     * @example 242
     */
    readonly id?: number;
    /**
     * @description The name of the template on its channel.
     * @example order_ready
     */
    readonly name: string;
    /**
     * @description Whether the template may be used; `APPROVED` if so.
     * @example APPROVED
     */
    readonly status: string;
    readonly type: TemplateType;
}
/** @description A template that texts on one channel may match. */
export type MessageTemplate = WithMore<MessageTemplateMembers>;
export interface MethodNotAllowedProblemMembers {
    readonly detail?: ProblemDetail;
    /**
     * @description The HTTP status of the response, repeated.
     * @constant
     */
    readonly status: 405;
    readonly title: ProblemTitle;
}
/** @description A problem with the status 405 (Method Not Allowed), and no code that belongs to another status. */
export type MethodNotAllowedProblem = WithMore<MethodNotAllowedProblemMembers>;
export interface NotFoundProblemMembers {
    readonly detail?: ProblemDetail;
    /**
     * @description The HTTP status of the response, repeated.
     * @constant
     */
    readonly status: 404;
    readonly title: ProblemTitle;
}
/** @description A problem with the status 404 (Not Found), and no code that belongs to another status. */
export type NotFoundProblem = WithMore<NotFoundProblemMembers>;
export interface PayloadTooLargeProblemMembers {
    readonly detail?: ProblemDetail;
    /**
     * @description The HTTP status of the response, repeated.
     * @constant
     */
    readonly status: 413;
    readonly title: ProblemTitle;
}
/** @description A problem with the status 413 (Payload Too Large), and no code that belongs to another status. */
export type PayloadTooLargeProblem = WithMore<PayloadTooLargeProblemMembers>;
export interface ProblemMembers {
    readonly detail?: ProblemDetail;
    /**
     * @description The HTTP status of the response, repeated.
     * @example 400
     */
    readonly status: number;
    readonly title: ProblemTitle;
}
/**
 * @description What went wrong: a profile of the problem details of RFC 9457. `title` carries the code, and `type` is
 *     absent. Codes that are not listed may come.
 */
export type Problem = WithMore<ProblemMembers>;
/**
 * @description An explanation. Cascade validation errors (`cascade-scheduling-request-is-not-valid`) always have it:
 *
 *     - It opens with the sentence that the cascade scheduling request is not valid; then comes `Violations:`.
 *     - Violations follow, separated by semicolons.
 *     - A stage for which `content` has no object is
 *       `the content was not found for the cascade template stage [cascadeTemplateId:31,634;stageUuid:…;channelType:CHATTWO]`,
 *       and content for a channel without a stage is
 *       `the cascade template stage was not found for the content [cascadeTemplateId:31,634;contentChannelType:SMS]`.
 *     - If both occur, one `detail` has both, the missing content first.
 *     - `cascadeTemplateId` is the `cascadeId`, with a comma between groups of three digits. A channel is `SMS`,
 *       `CHATONE` or `CHATTWO`.
 *
 *     `button-validation-error` carries one of the comments `Too many buttons, maximum is 10`,
 *     `Too many URL buttons, maximum is 2`, `Too many PHONE buttons, maximum is 1` and
 *     `Payload is too long, maximum is 128`; `mm-api-options-invalid-combination` carries
 *     `Cannot use messageActivitySharing=true when useMarketingMessagesApi=false`.
 *
 *     Assumed (ADR-0005, ADR-0006, ADR-0036): the opening sentence to the letter, that comments come here, and what
 *     `detail` says with other codes.
 * @example Too many buttons, maximum is 10
 */
export type ProblemDetail = string;
/**
 * @description The short name of the error: the problem code. An open list, which grows (§7, §9): a code that is not listed may come. `cascade-scheduling-request-not-valid` and `cascade-scheduling-request-is-not-valid` are two spellings of one code: the title lacks `is`, the list of codes has it. Accept both.
 *
 *     Listed so far: `requestId-is-not-unique`, `content-not-specified`, `contentType-not-specified`, `text-not-specified`, `caption-not-specified`, `action-not-specified`, `attachmentName-not-specified`, `attachmentName-is-too-long`, `latitude-not-specified`, `longitude-not-specified`, `cascade-not-found`, `request-doesn't-contain-content-for-all-cascade-stages`, `matched-template-not-found`, `cascade-scheduling-request-not-valid`, `cascade-scheduling-request-is-not-valid`, `template-parameter-is-not-valid`, `out-of-balance`, `button-validation-error`, `mm-api-options-invalid-combination`, `auth-error`, `not-found`, `method-not-allowed`, `system-error`.
 *
 *     Assumed (ADR-0011, ADR-0014): `payload-too-large`, `unsupported-media-type`, `too-many-requests`, `service-unavailable`, `callback-url-not-valid`.
 */
export type ProblemTitle = "requestId-is-not-unique" | "content-not-specified" | "contentType-not-specified" | "text-not-specified" | "caption-not-specified" | "action-not-specified" | "attachmentName-not-specified" | "attachmentName-is-too-long" | "latitude-not-specified" | "longitude-not-specified" | "cascade-not-found" | "request-doesn't-contain-content-for-all-cascade-stages" | "matched-template-not-found" | "cascade-scheduling-request-not-valid" | "cascade-scheduling-request-is-not-valid" | "template-parameter-is-not-valid" | "out-of-balance" | "button-validation-error" | "mm-api-options-invalid-combination" | "auth-error" | "not-found" | "method-not-allowed" | "system-error" | "payload-too-large" | "unsupported-media-type" | "too-many-requests" | "service-unavailable" | "callback-url-not-valid" | (string & {});
export interface RegisteredCallbackMembers {
    /**
     * @description What signs the callbacks, if the provider has just made it. It is shown this once (ADR-0057).
     * @example whsec_Y2FzY2FkZS1tb2NrLWRlbW8tc2VjcmV0
     */
    readonly secret?: string;
    /**
     * @description The address that receives status events.
     * @example https://shop.example/callbacks/cascade
     */
    readonly statusCallbackUrl?: string;
    /**
     * Format: int32
     * @description The sender that the registration is for; without it, the whole account.
     * @example 2
     */
    readonly subjectId?: number | null;
}
/** @description What is registered for status events; without an address if the request named those of other events alone. */
export type RegisteredCallback = WithMore<RegisteredCallbackMembers>;
/**
 * @description A request to schedule was refused. A cascade validation error has a `detail` with its violations; its code may have
 *     either spelling.
 */
export type SchedulingProblem = BadRequestProblem;
/** @description One message: it names the cascade, the subscriber, and the content for each channel. */
export interface SchedulingRequest {
    /**
     * @description A cascade of your account. Another one is answered with `cascade-not-found`.
     * @example 31634
     */
    cascadeId: number;
    /**
     * @description Your own text of at most 4,096 characters without U+0000; status events of this message repeat it.
     * @example order 1234
     */
    comment?: string | null;
    content: Content;
    /**
     * Format: uuid
     * @description A UUID that you choose, new for every request. A used one is answered with `requestId-is-not-unique`.
     * @example 6a1f0c2b-4d5e-4691-8111-12222aaaa001
     */
    requestId: string;
    /**
     * Format: date-time
     * @description When to start, ISO 8601 with a time zone, on a day that the calendar has, and at most 366 days ahead. Seconds may be
     *     left out. Absent or in the past means now.
     * @example 2026-02-01T09:00:00Z
     */
    startTime?: string | null;
    subscriberFilter: SubscriberFilter;
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
export interface ServiceUnavailableProblemMembers {
    readonly detail?: ProblemDetail;
    /**
     * @description The HTTP status of the response, repeated.
     * @constant
     */
    readonly status: 503;
    readonly title: ProblemTitle;
}
/** @description A problem with the status 503 (Service Unavailable), and no code that belongs to another status. */
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
     * Format: int64
     * @description The cascade of the message.
     * @example 31634
     */
    readonly cascadeId?: number;
    /**
     * Format: uuid
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
    readonly error?: UndeliveredReason;
    /**
     * Format: int64
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
     * Format: int32
     * @description The id of the sender signature.
     * @example 2
     */
    readonly subjectId?: number | null;
}
/**
 * @description One change of the status of a message at one stage of its cascade. That changes are reported, UNDELIVERED with a
 *     reason, is documented; the names of the fields are ours.
 */
export type StatusEvent = WithMore<StatusEventMembers>;
export interface SubjectMembers {
    /**
     * Format: int32
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
/** @description Identifies the subscriber who gets the message. */
export interface SubscriberFilter {
    /**
     * @description For type `PHONE` a phone number in international format. Scheduling does not check it: a wrong
     *     number is reported as UNDELIVERED with the reason `error-address-format`. At most 1,024 characters,
     *     without U+0000 and half surrogate pairs.
     * @example +12025550100
     */
    address: string;
    type: AddressType;
}
export interface TemplateContentMembers {
    /**
     * @description The text, with its placeholders.
     * @example Your order {number} is ready
     */
    readonly text?: string | null;
}
/** @description What a message by the template looks like. */
export type TemplateContent = WithMore<TemplateContentMembers>;
/**
 * @description Registered with the operator of the channel, made by the user from such a one, or free. An open list: all values are assumed.
 *
 *     Assumed (ADR-0059): `OPERATOR`, `USER`, `CUSTOM`.
 */
export type TemplateType = "OPERATOR" | "USER" | "CUSTOM" | (string & {});
export interface TooManyRequestsProblemMembers {
    readonly detail?: ProblemDetail;
    /**
     * @description The HTTP status of the response, repeated.
     * @constant
     */
    readonly status: 429;
    readonly title: ProblemTitle;
}
/** @description A problem with the status 429 (Too Many Requests), and no code that belongs to another status. */
export type TooManyRequestsProblem = WithMore<TooManyRequestsProblemMembers>;
export interface UnauthorizedProblemMembers {
    readonly detail?: ProblemDetail;
    /**
     * @description The HTTP status of the response, repeated.
     * @constant
     */
    readonly status: 401;
    readonly title: ProblemTitle;
}
/** @description A problem with the status 401 (Unauthorized), and no code that belongs to another status. */
export type UnauthorizedProblem = WithMore<UnauthorizedProblemMembers>;
/**
 * @description Why the message was not delivered; `null` with every status but `UNDELIVERED`. An open list, as all lists are.
 *
 *     | Reason | When | Channels (ours) | Send again? (ours) |
 *     |---|---|---|---|
 *     | **not-chattwo-user** | The subscriber is not registered in chattwo. | CHATTWO | never |
 *     | **no-template-match** or **not-template-match** | The message matches none of the allowed templates. Both spellings occur. | any | after a fix |
 *     | **session-not-started** | The message is outside a 24-hour dialogue and matches none of the allowed templates. | CHATTWO | after a fix |
 *     | **daily-rate-limit** | The daily limit of chattwo for template messages is reached; chattwo only. | CHATTWO (§7.4) | later |
 *     | **too-long-message** | The message is longer than the allowed limit. | any | after a fix |
 *     | **chat-window-closed** | The dialogue window could not be opened on the side of chattwo. | CHATTWO | later |
 *     | **media-request-failed** | A file of the message could not be uploaded. | any | after a fix |
 *     | **error-subject-unknown** | The sender signature is not allowed for the client; every signature must be activated first. | any | after a change of the account |
 *     | **error-address-format** | The subscriber's number has a wrong format. | any | after a fix |
 *     | **duplicated** | A duplicate of the message was sent within 5 minutes. | any | later |
 *     | **message-undeliverable** | The message could not be delivered. Possible causes: the number is not in chattwo; its owner has not accepted the current terms and privacy policy; the app is an old version; authorisation messages to numbers with +91 are not available. | any | not known |
 *     | **spam-rate-limit-hit** | Many earlier messages were blocked or marked as spam. | any | later |
 *     | **marketing-template-undeliverable** | The delivery limit of marketing messages for this subscriber is reached; retry later. | any | later (§7.4) |
 */
export type UndeliveredReason = "not-chattwo-user" | "no-template-match" | "not-template-match" | "session-not-started" | "daily-rate-limit" | "too-long-message" | "chat-window-closed" | "media-request-failed" | "error-subject-unknown" | "error-address-format" | "duplicated" | "message-undeliverable" | "spam-rate-limit-hit" | "marketing-template-undeliverable" | (string & {}) | null;
/** @description A problem with a status that is not listed, and so without a code that the source lists. */
export type UnlistedProblem = Problem;
export interface UnsupportedMediaTypeProblemMembers {
    readonly detail?: ProblemDetail;
    /**
     * @description The HTTP status of the response, repeated.
     * @constant
     */
    readonly status: 415;
    readonly title: ProblemTitle;
}
/** @description A problem with the status 415 (Unsupported Media Type), and no code that belongs to another status. */
export type UnsupportedMediaTypeProblem = WithMore<UnsupportedMediaTypeProblemMembers>;
