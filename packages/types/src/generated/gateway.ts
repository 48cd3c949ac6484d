// Generated from spec/ by `npm run generate`. Do not edit.
import type { WithMore } from '../with-more.ts';

export interface paths {
    readonly "/gateway/receipts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive a receipt
         * @description The gateway posts each later change of an attempt here, on the operations port. The service takes receipts if the
         *     service file has `receipts`, with one or two secrets.
         *
         *     The status of an attempt only rises: SENT, DELAYED, UNDELIVERED, DELIVERED, READ. So receipts may arrive in any order,
         *     repeatedly, and late; a lower or equal status changes nothing. A receipt that arrives before the answer to its attempt
         *     counts, too.
         */
        readonly post: operations["receiveReceipt"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/send": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a message
         * @description The service posts each attempt to the `url` of the service file; the path may be any.
         *
         *     Answer within the `timeoutSeconds` of the service file, by default 10. Only a 2xx with a permitted body is an answer.
         *     After anything else (another status, another body, a redirect, no answer in time) the outcome is unknown: the
         *     service posts the same attempt with the same `idempotency-key` again. The first pause is about a second; pauses double
         *     up to a minute. After 24 hours the message is UNDELIVERED with `message-undeliverable`.
         *
         *     Two kinds of statuses are about the gateway and not about the attempt (ADR-0052), which keeps its place: after 429, and
         *     after 503 with `Retry-After`, the service posts nothing until that time has passed, and then fewer a second; after 401
         *     and 403 it posts one attempt at a time, until one is answered.
         *
         *     At most `window` attempts of the service file, 256 by default, are under way at once, from each replica. A gateway that
         *     takes fewer answers 429, or 503 with `Retry-After`.
         *
         *     So a gateway **must send an attempt once**: it stores the key before it sends, and gives every repetition the first
         *     answer, with the same status, reason and reference; while the first is under way, it answers 409, or waits for that
         *     answer. It goes on if the connection breaks before the answer. It answers SENT once its provider has taken the message,
         *     and does not wait for the delivery.
         *
         *     An attempt whose `expiresAt` has passed is not sent if it is new: the gateway answers UNDELIVERED with
         *     `message-undeliverable`. A repetition has the first answer also then.
         */
        readonly post: operations["sendAttempt"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/texts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive a text of a subscriber
         * @description The service posts each text that a subscriber sends, e.g. `STOP`, to the `inbound.url` of an SMPP gateway in the service file; the path
         *     may be any. A long text comes in parts, each as soon as the SMSC delivers it.
         *
         *     The service acknowledges a text to the SMSC once a 2xx has come. After anything else it posts the text again, for 5 seconds. Then it
         *     asks the SMSC to repeat the text later. So a text may come twice, and texts in any order.
         *
         *     If the operator keeps lists of numbers that want no SMS, the service reads words such as `STOP` and `START` as well, before it posts
         *     them (ADR-0054).
         */
        readonly post: operations["receiveText"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/withdraw": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Withdraw a message
         * @description When the TTL of a stage is over and another stage follows, the service posts the attempt to the `withdrawUrl` of the service file,
         *     before it sends the next one; the path may be any. Without a `withdrawUrl` nothing is withdrawn.
         *
         *     Ask the provider not to deliver the message any more, and answer within **one second**: the next stage waits no longer. Find the
         *     message by its `attemptId`: the `reference` may be `null`. Answer WITHDRAWN only if the message cannot be delivered any more, else
         *     the status that it has, also if that is known from a receipt. DELIVERED and READ count as a receipt:
         *     the cascade ends. After any other answer, or none, the next stage begins.
         *
         *     An attempt may be withdrawn again, by another replica or after a crash: give the answer that is right by then.
         */
        readonly post: operations["withdrawAttempt"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly AddressType: AddressType;
        readonly Attempt: Attempt;
        readonly AttemptAnswer: AttemptAnswer;
        readonly AttemptRefused: AttemptRefused;
        readonly AttemptTaken: AttemptTaken;
        readonly ChannelType: ChannelType;
        readonly Problem: Problem;
        readonly ProblemDetail: ProblemDetail;
        readonly ProblemTitle: ProblemTitle;
        readonly Receipt: Receipt;
        readonly Reference: Reference;
        readonly ReportedReason: ReportedReason;
        readonly SubscriberText: SubscriberText;
        readonly TextPart: TextPart;
        readonly Withdrawal: Withdrawal;
        readonly WithdrawalAnswer: WithdrawalAnswer;
    };
    responses: {
        /**
         * @description The outcome so far. Any 2xx means this. The body has at most 16,384 bytes, also once it is unpacked from `gzip`, `deflate` or `br`;
         *     its media type is not checked.
         */
        readonly Answered: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": AttemptAnswer;
            };
        };
        /** @description The body is not a receipt. Correct it; the same body will be refused again. */
        readonly NoReceipt: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": Problem;
            };
        };
        /**
         * @description The signature is missing, fits no secret, or is older than 5 minutes. Correct secret or clock, sign anew, and post
         *     again.
         */
        readonly NotSigned: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": Problem;
            };
        };
        /** @description What became of the message is unknown, for example 404 for an attempt that the gateway does not know. The next stage begins. */
        readonly NotWithdrawn: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description The receipt is not committed. After any other answer, or none in 10 seconds, post it again: first after a second, then
         *     at growing intervals, for at least 24 hours. 404 means that the service file has no `receipts`.
         */
        readonly ReceiptNotTaken: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": Problem;
            };
        };
        /** @description The receipt is committed, or changes nothing. */
        readonly ReceiptTaken: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The body has more than 65,536 bytes. */
        readonly ReceiptTooLarge: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": Problem;
            };
        };
        /** @description The text is not taken: it is posted again for 5 seconds, then the SMSC repeats it. A text that is to be ignored needs a 2xx. */
        readonly TextNotTaken: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The text is taken. Any 2xx means this. */
        readonly TextTaken: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description The outcome is unknown, whatever the body says: the same attempt is posted again. To refuse a message answer
         *     2xx with UNDELIVERED; a 4xx does not. Only if an attempt is answered with 400, 413 or 422 five times, and others are answered in
         *     between, it ends UNDELIVERED, with `message-undeliverable` or, after 413, `too-long-message`.
         */
        readonly UnknownOutcome: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description What became of the message. Any 2xx means this. The body has at most 16,384 bytes; its media type is not checked. */
        readonly Withdrawn: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": WithdrawalAnswer;
            };
        };
        /**
         * @description The `authorization` is missing or wrong (or 403). The gateway sends nothing. Messages wait until the operator has
         *     corrected it: the outcome is unknown to the service.
         */
        readonly WrongAuthorization: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The `authorization` is missing or wrong (or 403). The text is posted again, and the SMSC repeats it until the operator has corrected it. */
        readonly WrongTextAuthorization: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The `authorization` is missing or wrong (or 403). Nothing is withdrawn, and the next stage begins. */
        readonly WrongWithdrawalAuthorization: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description The `attemptId`. A request with a key that the gateway has seen is a repetition. */
        readonly IdempotencyKey: string;
        /** @description Identifies the receipt. Use a new one for each receipt, and the same when you post it again. */
        readonly WebhookId: string;
        /** @description Standard Webhooks signatures; a single one must fit a secret of the service file. */
        readonly WebhookSignature: string;
        /** @description When this request was signed. More than 5 minutes from the service's clock, either way, is refused. */
        readonly WebhookTimestamp: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly receiveReceipt: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Identifies the receipt. Use a new one for each receipt, and the same when you post it again. */
                readonly "webhook-id": components["parameters"]["WebhookId"];
                /** @description Standard Webhooks signatures; a single one must fit a secret of the service file. */
                readonly "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description When this request was signed. More than 5 minutes from the service's clock, either way, is refused. */
                readonly "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The receipt, of at most 65,536 bytes. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": Receipt;
            };
        };
        readonly responses: {
            readonly 204: components["responses"]["ReceiptTaken"];
            readonly 400: components["responses"]["NoReceipt"];
            readonly 401: components["responses"]["NotSigned"];
            readonly 413: components["responses"]["ReceiptTooLarge"];
            readonly default: components["responses"]["ReceiptNotTaken"];
        };
    };
    readonly sendAttempt: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The `attemptId`. A request with a key that the gateway has seen is a repetition. */
                readonly "idempotency-key": components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The attempt. The content has up to 1 MiB, so take bodies of 2 MiB. Ignore fields that are not described. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": Attempt;
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["Answered"];
            readonly 401: components["responses"]["WrongAuthorization"];
            readonly default: components["responses"]["UnknownOutcome"];
        };
    };
    readonly receiveText: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The text. Ignore fields that are not described. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": SubscriberText;
            };
        };
        readonly responses: {
            readonly 204: components["responses"]["TextTaken"];
            readonly 401: components["responses"]["WrongTextAuthorization"];
            readonly default: components["responses"]["TextNotTaken"];
        };
    };
    readonly withdrawAttempt: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The attempt to withdraw. Ignore fields that are not described. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": Withdrawal;
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["Withdrawn"];
            readonly 401: components["responses"]["WrongWithdrawalAuthorization"];
            readonly default: components["responses"]["NotWithdrawn"];
        };
    };
}
/**
 * @description The kind of address. An open list; `PHONE` is the only value shown. At most 64 characters, without U+0000 and half
 *     surrogate pairs.
 */
export type AddressType = "PHONE" | (string & {});
export interface AttemptMembers {
    /**
     * @description The `subscriberFilter.address` of the request, unchecked. Refuse a wrong one with `error-address-format`.
     * @example +12025550199
     */
    readonly address: string;
    readonly addressType: AddressType;
    /**
     * Format: uuid
     * @description The idempotency key, and the id in receipts.
     * @example 2ede9313-0539-463a-9ec3-898506f4937a
     */
    readonly attemptId: string;
    readonly channel: ChannelType;
    /**
     * @description The content object of the channel as accepted: `smsContent`, `chatoneContent` or `chattwoContent` of the scheduling
     *     request.
     */
    readonly content: {
        readonly [key: string]: unknown;
    };
    /**
     * Format: date-time
     * @description When the stage ends, and the next channel of the cascade begins: do not send the message later, but answer UNDELIVERED,
     *     and ask your network not to deliver it later. `null` or absent if the stage has no time limit.
     * @example 2026-01-31T12:05:00.000Z
     */
    readonly expiresAt?: string | null;
    /**
     * @description The sender signature of the stage; `null` if it has none.
     * @example news
     */
    readonly subject: string | null;
    /**
     * @description W3C trace context of the request that scheduled the message; `null` or absent if it had none.
     * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
     */
    readonly traceparent?: string | null;
}
/** @description A message that the gateway is to send. */
export type Attempt = WithMore<AttemptMembers>;
/** @description What became of the attempt so far. Further fields are ignored. */
export type AttemptAnswer = AttemptTaken | AttemptRefused;
export interface AttemptRefusedMembers {
    readonly reason: ReportedReason;
    readonly reference?: Reference;
    /**
     * @description Final, unless a receipt says DELIVERED or READ.
     * @constant
     */
    readonly status: "UNDELIVERED";
}
/**
 * @description The message is not sent. The next stage of its cascade starts. Callbacks report the `reason`, listed or not; without 1 to 100
 *     characters, or with control characters, it counts as `message-undeliverable`.
 */
export type AttemptRefused = WithMore<AttemptRefusedMembers>;
export interface AttemptTakenMembers {
    readonly reference?: Reference;
    /**
     * @description `SENT` if receipts follow. `DELIVERED` from a provider without receipts: it is final, and reported as SENT and
     *     DELIVERED.
     * @enum {string}
     */
    readonly status: "SENT" | "DELIVERED";
}
/** @description The provider has taken the message. */
export type AttemptTaken = WithMore<AttemptTakenMembers>;
/**
 * @description The channel of a stage. An open list of the channels shown.
 *
 *     Listed so far: `SMS`, `CHATONE`, `CHATTWO`.
 */
export type ChannelType = "SMS" | "CHATONE" | "CHATTWO" | (string & {});
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
export interface ReceiptMembers {
    /**
     * Format: date-time
     * @description When it happened (RFC 3339). Absent, in the future, or more than 30 days ago: the time of arrival counts.
     * @example 2026-01-30T11:07:55Z
     */
    readonly at?: string;
    /**
     * Format: uuid
     * @description That of the attempt. A receipt of an unknown attempt is answered with 204 and dropped.
     * @example 2ede9313-0539-463a-9ec3-898506f4937a
     */
    readonly attemptId: string;
    readonly reason?: ReportedReason;
    /**
     * @description The new status, in upper case.
     * @enum {string}
     */
    readonly status: "SENT" | "DELAYED" | "UNDELIVERED" | "DELIVERED" | "READ";
}
/** @description A later change of an attempt. Further fields are ignored. The `reason` is read as that of an answer. */
export type Receipt = WithMore<ReceiptMembers>;
/**
 * @description The gateway's own id of the sent message, e.g. that of its provider, without U+0000 and lone surrogates. It is the same in every answer to the same
 *     attempt, and differs between attempts. The service stores it, for operators; `cascade-verify gateway` tells by it whether an
 *     attempt was sent twice. An answer with another one counts without it.
 * @example sms-4711
 */
export type Reference = string;
/**
 * @description Why the gateway did not deliver: an undelivered reason of §7.4. An open list, as all lists are.
 *
 *     Listed so far: `not-chattwo-user`, `no-template-match`, `not-template-match`, `session-not-started`, `daily-rate-limit`, `too-long-message`, `chat-window-closed`, `media-request-failed`, `error-subject-unknown`, `error-address-format`, `duplicated`, `message-undeliverable`, `spam-rate-limit-hit`, `marketing-template-undeliverable`.
 */
export type ReportedReason = "not-chattwo-user" | "no-template-match" | "not-template-match" | "session-not-started" | "daily-rate-limit" | "too-long-message" | "chat-window-closed" | "media-request-failed" | "error-subject-unknown" | "error-address-format" | "duplicated" | "message-undeliverable" | "spam-rate-limit-hit" | "marketing-template-undeliverable" | (string & {});
export interface SubscriberTextMembers {
    readonly channel: ChannelType;
    /**
     * @description The `data_coding` of the octets (SMPP 3.4, §5.2.19).
     * @example 0
     */
    readonly dataCoding: number;
    /**
     * @description The number of the subscriber. It begins with `+` if the SMSC calls it international; any other is as the SMSC writes it.
     * @example +12025550155
     */
    readonly from: string;
    /**
     * @description The text as the SMSC sent it, without its user data header, in base64.
     * @example U1RPUA==
     */
    readonly octets: string;
    readonly part?: TextPart;
    /**
     * @description The text, or this part of it; `null` if its octets are not a text of GSM 03.38, ASCII, Latin-1 or UCS-2.
     * @example STOP
     */
    readonly text: string | null;
    /**
     * @description The number or short code that the text was sent to, as the SMSC writes it.
     * @example 73535
     */
    readonly to: string;
}
/** @description A text that a subscriber has sent, or a part of a long one. */
export type SubscriberText = WithMore<SubscriberTextMembers>;
export interface TextPartMembers {
    /**
     * @description The number of this part, from 1.
     * @example 1
     */
    readonly number: number;
    /**
     * @description The parts of one text share it, among those from one number. Phones use a number again after some texts.
     * @example 239
     */
    readonly reference: number;
    /**
     * @description How many parts the text has.
     * @example 2
     */
    readonly total: number;
}
/** @description Where a part of a long text belongs; absent in a text that came whole. */
export type TextPart = WithMore<TextPartMembers>;
export interface WithdrawalMembers {
    /**
     * Format: uuid
     * @description That of the attempt.
     * @example 2ede9313-0539-463a-9ec3-898506f4937a
     */
    readonly attemptId: string;
    /**
     * @description The `reference` of the gateway's answer to the attempt; `null` if the service has none.
     * @example sms-4711
     */
    readonly reference: string | null;
}
/** @description An attempt whose stage is over. */
export type Withdrawal = WithMore<WithdrawalMembers>;
export interface WithdrawalAnswerMembers {
    /**
     * @description WITHDRAWN, or the status that the message has.
     * @enum {string}
     */
    readonly status: "WITHDRAWN" | "SENT" | "DELAYED" | "UNDELIVERED" | "DELIVERED" | "READ";
}
/** @description What became of the withdrawal. Further fields are ignored. */
export type WithdrawalAnswer = WithMore<WithdrawalAnswerMembers>;
