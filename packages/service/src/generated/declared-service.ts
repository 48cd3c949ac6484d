// Generated from spec/ by `npm run generate`. Do not edit.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly DeclaredAuthorization: DeclaredAuthorization;
        readonly DeclaredChannel: DeclaredChannel;
        readonly DeclaredGateway: DeclaredGateway;
        readonly DeclaredHttp: DeclaredHttp;
        readonly DeclaredNone: DeclaredNone;
        readonly DeclaredNumbering: DeclaredNumbering;
        readonly DeclaredOverTls: DeclaredOverTls;
        readonly DeclaredParameter: DeclaredParameter;
        readonly DeclaredService: DeclaredService;
        readonly DeclaredSimulator: DeclaredSimulator;
        readonly DeclaredSmpp: DeclaredSmpp;
        readonly DeclaredTag: DeclaredTag;
        readonly DeclaredTimeout: DeclaredTimeout;
        readonly DeclaredUrl: DeclaredUrl;
        readonly DeclaredWords: DeclaredWords;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
/** @description a header in one line, without characters beyond Latin-1 */
export type DeclaredAuthorization = string;
/** @enum {unknown} */
export type DeclaredChannel = "SMS" | "CHATONE" | "CHATTWO";
export interface DeclaredGateway {
    /** @enum {unknown} */
    readonly kind: "simulator" | "http" | "smpp" | "none";
}
export interface DeclaredHttp {
    readonly authorization?: DeclaredAuthorization;
    /** @constant */
    readonly kind: "http";
    readonly timeoutSeconds?: DeclaredTimeout;
    readonly url: DeclaredUrl;
    /** @description The maximum number of requests without an answer; 256 if absent. Ten at first and after a pause, and one more for each answer. */
    readonly window?: number;
    /** @description Where an attempt is withdrawn when the TTL of its stage is over and another stage follows (ADR-0053); the next stage waits for it for a second at most. Nothing is withdrawn if absent. */
    readonly withdrawUrl?: DeclaredUrl;
}
/** @description The channel is not served. Its stages end UNDELIVERED with message-undeliverable and are not charged. */
export interface DeclaredNone {
    /** @constant */
    readonly kind: "none";
}
/** @description Type of number and numbering plan of the sender or of the number, as the contract with the SMSC says; by the form of the address if absent. */
export interface DeclaredNumbering {
    readonly npi?: number;
    readonly ton?: number;
}
/** @description Certificate settings require TLS. */
export interface DeclaredOverTls {
    /** @enum {unknown} */
    readonly tls: true;
}
/** @description An optional parameter of the vendor, as a text, or as octets. */
export type DeclaredParameter = string | {
    /** @description octets in hexadecimal, such as 0a1f */
    readonly hex: string;
};
/**
 * Service configuration file
 * @description Gateways by channel, secrets of receipts, and limits of channels. Every string may contain `${NAME}`, an environment variable. The description of a pattern is the expectation in its error message.
 */
export interface DeclaredService {
    /** @description Where callbacks are sent beside public addresses (ADR-0014). */
    readonly callbacks?: {
        /** @description Receivers on private addresses: networks such as 10.20.0.0/16, or hosts of which every address is permitted. They need HTTPS like all others. Link-local addresses, loopback, multicast and the metadata services of clouds are never permitted. */
        readonly privateReceivers?: readonly string[];
    };
    /** @description One gateway per channel. A channel that is not listed is simulated with --development, and an error without. */
    readonly gateways?: {
        readonly [key: string]: DeclaredGateway;
    };
    /** @description Limits that the contract leaves open (ADR-0030); absent means no limit. */
    readonly limits?: {
        /** @description How late due work may become before new messages get 503 service-unavailable, in seconds; 5 if absent. What waits for a receiver or is retried does not count. */
        readonly lagSeconds?: number;
        /** @description The maximum length in code points, by channel; a longer text ends with too-long-message (§7.4). */
        readonly messageLength?: {
            readonly [key: string]: number;
        };
    };
    /** @description Receipts of HTTP gateways, posted to /gateway/receipts on the operations port; refused if absent. */
    readonly receipts?: {
        /** @description The signing secrets of gateways; two during a rotation (ADR-0017). */
        readonly secrets: readonly string[];
    };
}
/** @description Sends nothing. Reports what the address asks for, DELIVERED if nothing. */
export interface DeclaredSimulator {
    /** @constant */
    readonly kind: "simulator";
}
export interface DeclaredSmpp {
    /**
     * @description The alphabet of data_coding 0 at this SMSC, or of `dataCoding`; gsm (GSM 03.38) if absent. A text with other characters is sent in UCS-2, with data_coding 8; with ucs2 every text is.
     * @enum {unknown}
     */
    readonly alphabet?: "gsm" | "latin1" | "ascii" | "ucs2";
    /**
     * @description One session for texts and receipts, or two, for an SMSC without transceivers. A transceiver if absent.
     * @enum {unknown}
     */
    readonly bind?: "transceiver" | "transmitter and receiver";
    /** @description The number of sessions, or pairs of them, of each replica; 1 if absent. */
    readonly binds?: number;
    /** @description A PEM file with the trusted certificates, instead of those built into Node. */
    readonly ca?: string;
    /** @description A PEM file with our certificate, for an SMSC that asks for one. It is read for each connection. */
    readonly certificate?: string;
    /**
     * @description The data_coding of texts in that alphabet, if the SMSC wants 1 (ASCII) or 3 (Latin-1); 0 if absent.
     * @enum {unknown}
     */
    readonly dataCoding?: 0 | 1 | 3;
    readonly destination?: DeclaredNumbering;
    /** @description The interval between enquire_links; 30 if absent. */
    readonly enquireSeconds?: number;
    readonly host: string;
    /** @description Where texts of subscribers are posted (ADR-0050). Acknowledged and dropped if absent. */
    readonly inbound?: {
        readonly authorization?: DeclaredAuthorization;
        readonly url: DeclaredUrl;
    };
    /**
     * @description The interface_version of the bind: 0x34 for SMPP 3.4, or 0x33 for an SMSC that knows 3.3 only. With 0x33, submits have no optional parameters, and long texts are sent in parts. 0x34 if absent.
     * @enum {unknown}
     */
    readonly interfaceVersion?: 51 | 52;
    /** @description A PEM file with the key of our certificate. */
    readonly key?: string;
    /** @constant */
    readonly kind: "smpp";
    /** @description The most octets of a submit_sm that the SMSC takes. A message that needs a larger one ends with too-long-message (§7.4) before it is sent. No limit if absent. */
    readonly largestPdu?: number;
    /**
     * @description What does not fit one SMS: whole in message_payload; or in parts, for an SMSC that does not know that parameter: with a header in each, or with sar_msg_ref_num and its two companions. In message_payload if absent.
     * @enum {unknown}
     */
    readonly longTexts?: "payload" | "parts" | "sar";
    /** @description How the SMSC writes its ids in responses and in receipts, if it does not write them alike. Decimal and hex are compared as numbers, caseless without regard to capitals. */
    readonly messageIds?: {
        /** @enum {unknown} */
        readonly receipt: "decimal" | "hex" | "caseless";
        /** @enum {unknown} */
        readonly response: "decimal" | "hex" | "caseless";
    };
    /** @description The maximum rate of submits; no limit if absent. */
    readonly messagesPerSecond?: number;
    /** @description Whether a text of a subscriber that is one of these words, in any case, puts the number on the list of the accounts that have the sender it was sent to, or takes it off (ADR-0054). Attempts at a listed number end UNDELIVERED. No list is kept if absent. */
    readonly optOut?: {
        /** @description Words that take it off; START if absent. */
        readonly start?: DeclaredWords;
        /** @description Words that put a number on the list; STOP if absent. */
        readonly stop?: DeclaredWords;
    };
    /** @description Optional parameters of the vendor in every submit, by tag; a text, or octets as { hex }. */
    readonly parameters?: {
        readonly [key: string]: DeclaredParameter;
    };
    readonly password: string;
    readonly port: number;
    /**
     * @description The priority_flag of every submit, from 0, the lowest, to 3; 0 if absent.
     * @enum {unknown}
     */
    readonly priority?: 0 | 1 | 2 | 3;
    /** @description Undelivered reasons (§7.4) by the err code of receipts, as the SMSC writes it; by type and code of network_error_code, e.g. 3:27; or by the word of stat, in capitals. Others are message-undeliverable. */
    readonly reasons?: {
        readonly [key: string]: string;
    };
    /**
     * @description Of a long text in parts: whether the last part asks for a receipt, which counts for all, or each part does. Then the text is DELIVERED once every part is, and UNDELIVERED with the first that is not. Last if absent.
     * @enum {unknown}
     */
    readonly receiptOf?: "last" | "each";
    /** @description The first pause before reconnecting; then a fifth of the wait so far, 10 seconds at most. If the SMSC refuses the system_id or password, it doubles up to a minute. 1 if absent. */
    readonly reconnectSeconds?: number;
    /**
     * @description Bits of the reference that the parts of a long text share; 8 if absent. With 16, a part has room for one character less.
     * @enum {unknown}
     */
    readonly references?: 8 | 16;
    /** @description The registered_delivery of every submit: 1 asks for a receipt, 2 for one of failures only, 0x11 for intermediate notifications too, 0 for none; 1 if absent. Without receipts, SENT is the last status. */
    readonly registeredDelivery?: number;
    /** @description What submits of a sender have of their own, by the sender as it is written in the account: parameters are added to those of the gateway, and win over them. */
    readonly senders?: {
        readonly [key: string]: {
            readonly parameters?: {
                readonly [key: string]: DeclaredParameter;
            };
            /** @enum {unknown} */
            readonly priority?: 0 | 1 | 2 | 3;
        };
    };
    /** @description The name in the certificate, if it is not the host. */
    readonly servername?: string;
    /** @description The service_type of every submit; empty if absent. */
    readonly serviceType?: string;
    readonly source?: DeclaredNumbering;
    /** @description What a word or number of stat in receipts means at this SMSC, if it is not listed, or listed otherwise. An unlisted one changes nothing. */
    readonly states?: {
        readonly [key: string]: "enroute" | "delivered" | "undelivered";
    };
    /** @description What a command_status of submit_sm_resp means at this SMSC, by its number: to retry, to slow down, to submit fewer at once, to pause the gateway, or an undelivered reason (§7.4). It wins over the table of operate/GATEWAYS.md; others are retried. */
    readonly statuses?: {
        readonly [key: string]: string;
    };
    readonly systemId: string;
    readonly systemType?: string;
    readonly timeoutSeconds?: DeclaredTimeout;
    /** @description TLS from the first byte on; plain TCP if absent. */
    readonly tls?: boolean;
    /**
     * @description How the validity_period of a submit says what is left of the TTL of its stage: as a time from now, as a time in UTC, or not at all. Relative if absent. Without a TTL a submit has none.
     * @enum {unknown}
     */
    readonly validity?: "relative" | "absolute" | "none";
    /** @description The maximum number of submits without a response; 10 if absent. */
    readonly window?: number;
    /**
     * @description Whether a text is withdrawn with cancel_sm when the TTL of its stage is over and another stage follows (ADR-0053); the next stage waits for it for a second at most. None if absent: many SMSCs do not know the command.
     * @enum {unknown}
     */
    readonly withdraw?: "cancel" | "none";
}
/** @description a tag from 0x1400 to 0x3fff */
export type DeclaredTag = string;
/** @description Time-out of a request, 10 if absent; of SMPP for connecting and for each response, 20 if absent: after it, the place of a submit is free for others, and the gateway binds again if the SMSC does not answer an enquire_link either. It is less than half the minute that a gateway has for an attempt. */
export type DeclaredTimeout = number;
/** @description an http or https address without a user */
export type DeclaredUrl = string;
export type DeclaredWords = readonly string[];
