// Generated from spec/ by `npm run generate`. Do not edit.
export interface paths {
    readonly "/control/accounts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create an account
         * @description Opens an account with a key of its own, which shares nothing with other accounts: request ids, balance, messages, registrations.
         *     Tests that each create an account can run in parallel on one mock.
         *
         *     At most 10,000 accounts are created; a reset of the whole mock removes them.
         */
        readonly post: operations["createAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/control/behaviours": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the behaviours
         * @description Lists the behaviours that may still apply, in the order in which they are tried.
         */
        readonly get: operations["listBehaviours"];
        readonly put?: never;
        /**
         * Create a behaviour
         * @description Changes what happens to the next requests to the API that match: another answer, a delay, a fault of the connection. The first behaviour
         *     that matches applies, also to a request with a wrong key. At most 1,000 are kept.
         */
        readonly post: operations["createBehaviour"];
        /**
         * Remove behaviours
         * @description Removes the behaviour of an id, or all without an `id`.
         */
        readonly delete: operations["removeBehaviours"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/control/requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List received requests
         * @description Lists the requests to the API that the mock has answered and that match all given filters, the newest last. It remembers the last 1,000
         *     of all accounts, without keys and secrets.
         *
         *     With `atLeast` and `waitSeconds`, the response waits until that number matches, and comes as soon as it does. `enough` says whether it did.
         *     At most 1,000 such calls wait at once.
         */
        readonly get: operations["listRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/control/reset": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Reset the mock or an account
         * @description Returns the whole mock to its state at the start: request ids, messages, balances and registrations of all accounts of the provider
         *     file. Accounts that were created are removed, and received requests and behaviours are forgotten.
         *
         *     With `account` or `key`, only that account returns to its state at its start, and only its requests and the behaviours that
         *     name it are forgotten. Message ids
         *     continue. Callbacks that are under way are still sent.
         */
        readonly post: operations["resetState"];
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
        readonly Behaviour: Behaviour;
        readonly Behaviours: Behaviours;
        readonly ControlFault: ControlFault;
        readonly ControlProblem: ControlProblem;
        readonly CreatedAccount: CreatedAccount;
        readonly LenientSwitches: LenientSwitches;
        readonly NewAccount: NewAccount;
        readonly NewBehaviour: NewBehaviour;
        readonly NewCascade: NewCascade;
        readonly NewStage: NewStage;
        readonly NewSubject: NewSubject;
        readonly Price: Price;
        readonly Prices: Prices;
        readonly ReceivedRequest: ReceivedRequest;
        readonly ReceivedRequests: ReceivedRequests;
        readonly Reset: Reset;
        readonly Share: Share;
        readonly WantedAnswer: WantedAnswer;
    };
    responses: {
        /** @description The account, which can be used at once. */
        readonly AccountCreated: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": CreatedAccount;
            };
        };
        /** @description The behaviour, which applies from now on. */
        readonly BehaviourCreated: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": Behaviour;
            };
        };
        /** @description The behaviours. */
        readonly BehavioursListed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": Behaviours;
            };
        };
        /** @description The name or a cascade id is in use, or there are too many accounts. */
        readonly Conflict: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": ControlProblem;
            };
        };
        /** @description Done. */
        readonly Done: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request was refused and changed nothing; for example 400 with what was expected. */
        readonly NotDone: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": ControlProblem;
            };
        };
        /** @description There is no such account or operation. */
        readonly NotFound: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": ControlProblem;
            };
        };
        /** @description The requests that match. */
        readonly RequestsListed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": ReceivedRequests;
            };
        };
        /** @description There are 1,000 behaviours already. */
        readonly TooMany: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": ControlProblem;
            };
        };
    };
    parameters: {
        /** @description The name of the account. */
        readonly Account: string;
        /** @description The `subscriberFilter.address` of the request. */
        readonly Address: string;
        /** @description How many requests are to match; 1 with `waitSeconds` if absent. */
        readonly AtLeast: number;
        /** @description The problem code that was answered. */
        readonly Code: string;
        /** @description The `id` of a behaviour. */
        readonly Id: number;
        /** @description The id of the operation in the description of the API. */
        readonly Operation: string;
        /** @description The HTTP status that was answered; none matches a request whose connection was cut. */
        readonly Status: number;
        /** @description How long to wait for them; 0 if absent. */
        readonly WaitSeconds: number;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly createAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description What the account has; `{}` for an account like the first one of the provider file. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": NewAccount;
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["AccountCreated"];
            readonly 409: components["responses"]["Conflict"];
            readonly default: components["responses"]["NotDone"];
        };
    };
    readonly listBehaviours: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["BehavioursListed"];
            readonly 403: components["responses"]["NotDone"];
            readonly default: components["responses"]["NotDone"];
        };
    };
    readonly createBehaviour: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The behaviour. It needs an `answer`, a `fault` or a `delaySeconds`; not both an `answer` and a `fault`. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": NewBehaviour;
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["BehaviourCreated"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["TooMany"];
            readonly default: components["responses"]["NotDone"];
        };
    };
    readonly removeBehaviours: {
        readonly parameters: {
            readonly query?: {
                /** @description The `id` of a behaviour. */
                readonly id?: components["parameters"]["Id"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["Done"];
            readonly 404: components["responses"]["NotFound"];
            readonly default: components["responses"]["NotDone"];
        };
    };
    readonly listRequests: {
        readonly parameters: {
            readonly query?: {
                /** @description The name of the account. */
                readonly account?: components["parameters"]["Account"];
                /** @description The `subscriberFilter.address` of the request. */
                readonly address?: components["parameters"]["Address"];
                /** @description How many requests are to match; 1 with `waitSeconds` if absent. */
                readonly atLeast?: components["parameters"]["AtLeast"];
                /** @description The problem code that was answered. */
                readonly code?: components["parameters"]["Code"];
                /** @description The id of the operation in the description of the API. */
                readonly operation?: components["parameters"]["Operation"];
                /** @description The HTTP status that was answered; none matches a request whose connection was cut. */
                readonly status?: components["parameters"]["Status"];
                /** @description How long to wait for them; 0 if absent. */
                readonly waitSeconds?: components["parameters"]["WaitSeconds"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["RequestsListed"];
            readonly 404: components["responses"]["NotFound"];
            readonly default: components["responses"]["NotDone"];
        };
    };
    readonly resetState: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description What to reset; `{}` for the whole mock. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": Reset;
            };
        };
        readonly responses: {
            readonly 204: components["responses"]["Done"];
            readonly 404: components["responses"]["NotFound"];
            readonly default: components["responses"]["NotDone"];
        };
    };
}
/** @description A behaviour that may still apply. */
export interface Behaviour {
    /**
     * @description How many requests it was applied to.
     * @example 0
     */
    readonly applied: number;
    readonly behaviour: NewBehaviour;
    /**
     * @description Its id, from 1.
     * @example 1
     */
    readonly id: number;
}
/** @description Behaviours in the order in which they are tried. */
export interface Behaviours {
    /** @description Those that may still apply. */
    readonly behaviours: readonly Behaviour[];
}
/** @description A fault of a control request. */
export interface ControlFault {
    /**
     * @description What was expected and what was found.
     * @example expected at least 0, found -1
     */
    readonly detail: string;
    /**
     * @description A JSON pointer (RFC 6901) into the body, or a slash and the name of a query parameter.
     * @example /balance
     */
    readonly pointer: string;
}
/** @description What is wrong with a control request, as problem details (RFC 9457). */
export interface ControlProblem {
    /**
     * @description The first fault, with its pointer.
     * @example /balance: expected at least 0, found -1
     */
    readonly detail: string;
    /** @description Every fault of the body or of the query. */
    readonly errors?: readonly ControlFault[];
    /**
     * @description The HTTP status, repeated.
     * @example 400
     */
    readonly status: number;
    /**
     * @description The kind of problem: `invalid-request`, `not-found`, `method-not-allowed`, `conflict`, `payload-too-large`,
     *     `unsupported-media-type`, `forbidden`, `too-many-waiting`.
     * @example invalid-request
     */
    readonly title: string;
}
/** @description An account that was created. */
export interface CreatedAccount {
    /**
     * @description Its money, in minor units.
     * @example 1000
     */
    readonly balance: number;
    /**
     * @description What signs its callbacks (ADR-0017), beside the secrets of registrations.
     * @example whsec_Y2FzY2FkZS1tb2NrLWRlbW8tc2VjcmV0
     */
    readonly callbackSecret: string;
    /** @description Its cascades, with all that was made for them. */
    readonly cascades: readonly NewCascade[];
    /**
     * @description Its API key, for `x-api-key`.
     * @example mock-7cFhO2mCq0N8bq1xkPZyJwUe
     */
    readonly key: string;
    /**
     * @description Its name, for `account` in other operations.
     * @example lost-answer
     */
    readonly name: string;
}
/** @description The older request shapes that the account may send (ADR-0027); all off if absent. */
export interface LenientSwitches {
    /**
     * @description A `requestId` that is not a UUID.
     * @example true
     */
    readonly anyRequestId?: boolean;
    /**
     * @description An attachment as an object.
     * @example true
     */
    readonly attachment?: boolean;
    /**
     * @description A `cascadeId` as text.
     * @example true
     */
    readonly cascadeIdAsText?: boolean;
    /**
     * @description Buttons as a keyboard.
     * @example true
     */
    readonly keyboard?: boolean;
    /**
     * @description Older requests for lists.
     * @example true
     */
    readonly listRequests?: boolean;
    /**
     * @description SMS content without its type.
     * @example true
     */
    readonly smsWithoutContentType?: boolean;
    /**
     * @description A text as a number.
     * @example true
     */
    readonly textAsNumber?: boolean;
}
/** @description An account to create. */
export interface NewAccount {
    /**
     * @description The money, in minor units (ADR-0012); 100,000,000 if absent.
     * @example 1000
     */
    readonly balance?: number;
    /** @description The cascades; those of the first account of the provider file if absent. */
    readonly cascades?: readonly NewCascade[];
    readonly lenient?: LenientSwitches;
    /**
     * @description a name of 1 to 100 visible ASCII characters; a made one if absent
     * @example lost-answer
     */
    readonly name?: string;
    readonly prices?: Prices;
}
/** @description Which requests a behaviour applies to, how often, and what happens to them. */
export interface NewBehaviour {
    /**
     * @description Only requests of the account of this name.
     * @example lost-answer
     */
    readonly account?: string;
    /**
     * @description Only requests with this `subscriberFilter.address`.
     * @example +12025550100
     */
    readonly address?: string;
    readonly answer?: WantedAnswer;
    /**
     * @description How long the mock waits before it does anything else with the request.
     * @example 2.5
     */
    readonly delaySeconds?: number;
    /**
     * @description `accept-and-lose` carries the request out and cuts the connection without an answer. `torn` carries it out and cuts the connection
     *     after half the body of the answer. `drop` cuts it before the body is read, and `proxy-error` answers with the HTML page of a proxy:
     *     both change nothing.
     * @enum {string}
     */
    readonly fault?: "accept-and-lose" | "drop" | "torn" | "proxy-error";
    /**
     * @description The first of the matching requests that it applies to, counted from 1, which is the default.
     * @example 2
     */
    readonly nth?: number;
    /**
     * @description Only requests of the operation of this id.
     * @example scheduleMessage
     */
    readonly operation?: string;
    /**
     * @description The status of a `proxy-error`; 502 if absent.
     * @enum {integer}
     */
    readonly proxyStatus?: 502 | 503 | 504;
    readonly share?: Share;
    /**
     * @description How many requests it applies to; then it is removed. 1 if absent, no limit if absent beside a `share`.
     * @example 3
     */
    readonly times?: number;
}
/** @description A cascade of an account. */
export interface NewCascade {
    /**
     * @description The `cascadeId` of scheduling requests.
     * @example 7
     */
    readonly id: number;
    /**
     * @description The name in lists; made from the id if absent.
     * @example Order updates
     */
    readonly name?: string;
    /** @description The stages in order. */
    readonly stages: readonly NewStage[];
}
/** @description A stage of a cascade. */
export interface NewStage {
    /**
     * @description The channel.
     * @enum {string}
     */
    readonly channel: "SMS" | "CHATONE" | "CHATTWO";
    readonly subject?: NewSubject;
    /**
     * @description a time above zero as HH:MM:SS, after which the next stage starts
     * @example 00:05:00
     */
    readonly ttl?: string;
    /**
     * Format: uuid
     * @description The id of the stage; a made one if absent.
     * @example 8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002
     */
    readonly uuid?: string;
}
/** @description The sender of a stage; id 1 with the signature `mock` if absent. */
export interface NewSubject {
    /**
     * @description The `subjectId`.
     * @example 1
     */
    readonly id: number;
    /**
     * @description The sender signature.
     * @example codes
     */
    readonly subject: string;
}
/**
 * @description Minor units.
 * @example 5
 */
export type Price = number;
/** @description The price of one stage by channel, in minor units; a channel without one is free. Those of the first account of the provider file if absent. */
export interface Prices {
    readonly CHATONE?: Price;
    readonly CHATTWO?: Price;
    readonly SMS?: Price;
}
/** @description A request to the API, and how it was answered. */
export interface ReceivedRequest {
    /**
     * @description The name of the account; `null` without a valid key.
     * @example lost-answer
     */
    readonly account: string | null;
    /**
     * @description The `subscriberFilter.address` of the body, if it has one.
     * @example +12025550100
     */
    readonly address: string | null;
    /** @description The JSON body, without a `secret`. Absent if there was none, if it was not read, is not JSON, or has more than 16,384 bytes. */
    readonly body?: unknown;
    /**
     * @description The problem code of the response; `null` if it is not a problem.
     * @example null
     */
    readonly code: string | null;
    /**
     * @description The method.
     * @example POST
     */
    readonly method: string;
    /**
     * @description From 1, in the order of answers, counted since the start or the last reset of the whole mock.
     * @example 1
     */
    readonly number: number;
    /**
     * @description The id of the operation; `null` for another path or method.
     * @example scheduleMessage
     */
    readonly operation: string | null;
    /**
     * @description The path without its query, at most 200 characters.
     * @example /api/cascade/schedule
     */
    readonly path: string;
    /**
     * Format: date-time
     * @description When the request began.
     * @example 2026-01-31T12:00:00.000Z
     */
    readonly receivedAt: string;
    /**
     * @description The HTTP status of the response; `null` if there was none.
     * @example 200
     */
    readonly status: number | null;
}
/** @description What was received. */
export interface ReceivedRequests {
    /**
     * @description Whether at least `atLeast` requests match.
     * @example true
     */
    readonly enough: boolean;
    /** @description All that match, the newest last. */
    readonly requests: readonly ReceivedRequest[];
}
/** @description What to reset; at most one of the fields. */
export interface Reset {
    /**
     * @description The name of an account.
     * @example lost-answer
     */
    readonly account?: string;
    /**
     * @description A key of an account.
     * @example demo-key
     */
    readonly key?: string;
}
/** @description It applies to a share of the matching requests, the same ones for the same seed. */
export interface Share {
    /**
     * @description The share, from 0 to 1.
     * @example 0.1
     */
    readonly of: number;
    /**
     * @description Which requests they are.
     * @example 7
     */
    readonly seed: number;
}
/** @description A problem in place of carrying the request out. */
export interface WantedAnswer {
    /**
     * @description A problem code of the catalogue. Either this or `status`.
     * @example too-many-requests
     */
    readonly code?: string;
    /**
     * @description The `Retry-After` of the answer; as described if absent.
     * @example 2
     */
    readonly retryAfterSeconds?: number;
    /**
     * @description The status of a problem code of the catalogue, of which the first is answered.
     * @example 429
     */
    readonly status?: number;
}
