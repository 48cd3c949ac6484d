// Generated from spec/ by `npm run generate`. Do not edit.
export interface paths {
    readonly "/control/account-names": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the names of accounts
         * @description Lists the names of the accounts of the provider file and of those that were created, the newest last.
         */
        readonly get: operations["listAccountNames"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/control/accounts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the state of an account
         * @description Shows the balance, the used request ids, the cascades, the keys and the callbacks of an account. Of a key it shows the label and the
         *     expiry, of a callback the origin.
         */
        readonly get: operations["getAccount"];
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
        /**
         * Set the state of an account
         * @description Sets the balance or the cascades, marks request ids as used, adds a key or lets one expire; all that is given, or nothing. The
         *     responses to the next requests of the account follow from it. A reset undoes it.
         */
        readonly patch: operations["setAccount"];
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
    readonly "/control/callbacks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List callback attempts
         * @description Lists the attempts to send a callback that match all given filters, the newest last, with what the receiver answered, and the events
         *     that were not sent. The mock remembers the last 1,000 of all accounts, without signatures.
         *
         *     With `atLeast` and `waitSeconds`, the response waits until that number matches, as for requests.
         */
        readonly get: operations["listCallbacks"];
        readonly put?: never;
        /**
         * Send a callback of your own
         * @description Sends any JSON object to the address that the account has registered, signed as every callback: an event that the contract does not
         *     have, an inbound message as your provider may send it, fields of a later version. Like a status event, it is sent again if the receiver
         *     does not take it (ADR-0018). The response comes after the first attempt.
         */
        readonly post: operations["sendCallback"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/control/clock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the clock
         * @description The time of an account, or of the mock without one, and when something is due next.
         */
        readonly get: operations["getClock"];
        readonly put?: never;
        /**
         * Stop, quicken or move the clock
         * @description Each account has a clock of its own, which shows the time of the machine until a test changes it. With `speed` 0 it is stopped, so
         *     that nothing happens but what the test asks for; with 60 a minute passes in a second. `forwardSeconds` moves it on: stages end by their
         *     TTL, receipts come, callbacks are sent and sent again, each at its time and in order. The response comes when all of it has been
         *     done, so a test needs no waiting. It ends where it is after 60 seconds of real time, for example if a receiver does not answer:
         *     then `arrived` is false.
         *
         *     Without an `account` it concerns all accounts, also those that are created later.
         */
        readonly post: operations["setClock"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/control/inspector": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the inspector
         * @description A page for a browser that shows, live, what the mock received, how it judged each request, which callbacks it sent, the stages of
         *     messages, and the next behaviours and scenes; it moves clocks and resets. It uses the other operations of this interface, and nothing
         *     from elsewhere. `GET /control/` leads to it.
         */
        readonly get: operations["getInspector"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
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
         *     file. Accounts that were created are removed, and received requests, callbacks and behaviours are forgotten; clocks show real time, and
         *     the scenes are those of the start.
         *
         *     With `account` or `key`, only that account returns to its state at its start, and only its requests and callbacks, and the behaviours
         *     and scenes that name it, are forgotten. Message ids continue. Callbacks that are under way end.
         */
        readonly post: operations["resetState"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/control/scenes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the scenes
         * @description Lists the scenes that may still apply, in the order in which they are tried.
         */
        readonly get: operations["listScenes"];
        readonly put?: never;
        /**
         * Create a scene
         * @description Says what becomes of the messages that match, from now on: how the gateway of each channel treats them, and what happens to their callbacks.
         *     The first scene that matches applies. A message without one is treated by its address: a demo number by its row (ADR-0038), any other
         *     is delivered at once. At most 1,000 are kept.
         */
        readonly post: operations["createScene"];
        /**
         * Remove scenes
         * @description Removes the scene of an id, or all without an `id`. Messages that were accepted keep theirs.
         */
        readonly delete: operations["removeScenes"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly AccountCallback: AccountCallback;
        readonly AccountChange: AccountChange;
        readonly AccountKey: AccountKey;
        readonly AccountNames: AccountNames;
        readonly AccountState: AccountState;
        readonly Behaviour: Behaviour;
        readonly Behaviours: Behaviours;
        readonly CallbackScene: CallbackScene;
        readonly ClockChange: ClockChange;
        readonly ClockState: ClockState;
        readonly ControlFault: ControlFault;
        readonly ControlProblem: ControlProblem;
        readonly CreatedAccount: CreatedAccount;
        readonly KeptScene: KeptScene;
        readonly LenientSwitches: LenientSwitches;
        readonly NewAccount: NewAccount;
        readonly NewBehaviour: NewBehaviour;
        readonly NewCascade: NewCascade;
        readonly NewKey: NewKey;
        readonly NewScene: NewScene;
        readonly NewStage: NewStage;
        readonly NewSubject: NewSubject;
        readonly OwnCallback: OwnCallback;
        readonly Price: Price;
        readonly Prices: Prices;
        readonly ReceivedRequest: ReceivedRequest;
        readonly ReceivedRequests: ReceivedRequests;
        readonly Reset: Reset;
        readonly SceneReceipt: SceneReceipt;
        readonly Scenes: Scenes;
        readonly SentCallback: SentCallback;
        readonly SentCallbacks: SentCallbacks;
        readonly Share: Share;
        readonly StageScene: StageScene;
        readonly WantedAnswer: WantedAnswer;
    };
    responses: {
        /** @description The state after the change; with the key, if one was added. */
        readonly AccountChanged: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": AccountState;
            };
        };
        /** @description The account, which can be used at once. */
        readonly AccountCreated: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": CreatedAccount;
            };
        };
        /** @description The names. */
        readonly AccountNamesListed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": AccountNames;
            };
        };
        /** @description The state of the account. */
        readonly AccountRead: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": AccountState;
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
        /** @description The attempts that match. */
        readonly CallbacksListed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": SentCallbacks;
            };
        };
        /** @description The clock, after the change if there was one. */
        readonly ClockRead: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": ClockState;
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
        /** @description The page. */
        readonly InspectorShown: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "text/html": string;
            };
        };
        /** @description A label or a cascade id is in use, or the account has too many keys. */
        readonly LabelInUse: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": ControlProblem;
            };
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
        /** @description The account has registered no callback. */
        readonly NotRegistered: {
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
        /** @description The scene, which applies to messages that are accepted from now on. */
        readonly SceneCreated: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": KeptScene;
            };
        };
        /** @description The scenes. */
        readonly ScenesListed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": Scenes;
            };
        };
        /** @description There are 1,000 of them already. */
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
        /** @description Only entries with a higher `number` than this, so that a wait returns what is new. Such a wait also ends at a reset; `resets` tells. */
        readonly After: number;
        /** @description How many requests are to match; 1 with `waitSeconds` if absent. */
        readonly AtLeast: number;
        /** @description The problem code that was answered. */
        readonly Code: string;
        /** @description The `status` of the event. */
        readonly EventStatus: string;
        /** @description The `id` of a behaviour. */
        readonly Id: number;
        /** @description How many used request ids to show at most; 100 if absent. */
        readonly Limit: number;
        /** @description How many of the used request ids to skip; 0 if absent. */
        readonly Offset: number;
        /** @description The id of the operation in the description of the API. */
        readonly Operation: string;
        /** @description The `requestId` of the event. */
        readonly RequestId: string;
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
    readonly listAccountNames: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["AccountNamesListed"];
            readonly 403: components["responses"]["NotDone"];
            readonly default: components["responses"]["NotDone"];
        };
    };
    readonly getAccount: {
        readonly parameters: {
            readonly query: {
                /** @description The name of the account. */
                readonly account: string;
                /** @description How many used request ids to show at most; 100 if absent. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description How many of the used request ids to skip; 0 if absent. */
                readonly offset?: components["parameters"]["Offset"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["AccountRead"];
            readonly 404: components["responses"]["NotFound"];
            readonly default: components["responses"]["NotDone"];
        };
    };
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
    readonly setAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The account, and what changes. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": AccountChange;
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["AccountChanged"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["LabelInUse"];
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
    readonly listCallbacks: {
        readonly parameters: {
            readonly query?: {
                /** @description The name of the account. */
                readonly account?: components["parameters"]["Account"];
                /** @description Only entries with a higher `number` than this, so that a wait returns what is new. Such a wait also ends at a reset; `resets` tells. */
                readonly after?: components["parameters"]["After"];
                /** @description How many requests are to match; 1 with `waitSeconds` if absent. */
                readonly atLeast?: components["parameters"]["AtLeast"];
                /** @description The `status` of the event. */
                readonly eventStatus?: components["parameters"]["EventStatus"];
                /** @description The `requestId` of the event. */
                readonly requestId?: components["parameters"]["RequestId"];
                /** @description How long to wait for them; 0 if absent. */
                readonly waitSeconds?: components["parameters"]["WaitSeconds"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["CallbacksListed"];
            readonly 404: components["responses"]["NotFound"];
            readonly default: components["responses"]["NotDone"];
        };
    };
    readonly sendCallback: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Which account, and what to send. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": OwnCallback;
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["CallbacksListed"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["NotRegistered"];
            readonly default: components["responses"]["NotDone"];
        };
    };
    readonly getClock: {
        readonly parameters: {
            readonly query?: {
                /** @description The name of the account. */
                readonly account?: components["parameters"]["Account"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["ClockRead"];
            readonly 404: components["responses"]["NotFound"];
            readonly default: components["responses"]["NotDone"];
        };
    };
    readonly setClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A `speed`, `forwardSeconds` or both; first the speed is set. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": ClockChange;
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["ClockRead"];
            readonly 404: components["responses"]["NotFound"];
            readonly default: components["responses"]["NotDone"];
        };
    };
    readonly getInspector: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["InspectorShown"];
            readonly 403: components["responses"]["NotDone"];
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
                /** @description Only entries with a higher `number` than this, so that a wait returns what is new. Such a wait also ends at a reset; `resets` tells. */
                readonly after?: components["parameters"]["After"];
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
    readonly listScenes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["ScenesListed"];
            readonly 403: components["responses"]["NotDone"];
            readonly default: components["responses"]["NotDone"];
        };
    };
    readonly createScene: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The scene. It needs `stages` or `callbacks`. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": NewScene;
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["SceneCreated"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["TooMany"];
            readonly default: components["responses"]["NotDone"];
        };
    };
    readonly removeScenes: {
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
}
/** @description A registered callback address, of which only the origin is shown. */
export interface AccountCallback {
    /**
     * @description Scheme, host and port of the address.
     * @example http://127.0.0.1:9000
     */
    readonly origin: string;
    /**
     * @description The subject it is for; `null` for the whole account.
     * @example null
     */
    readonly subjectId: number | null;
}
/** @description What changes of an account; at least one field beside `account`. */
export interface AccountChange {
    /**
     * @description The name of the account.
     * @example lost-answer
     */
    readonly account: string;
    readonly addKey?: NewKey;
    /**
     * @description The money from now on, in minor units.
     * @example 0
     */
    readonly balance?: number;
    /** @description The cascades from now on, in place of the present ones. Accepted messages keep theirs. */
    readonly cascades?: readonly NewCascade[];
    /**
     * @description The label of a key that is refused from now on.
     * @example key-1
     */
    readonly expireKey?: string;
    /** @description Request ids that count as used from now on, in any letter case. */
    readonly useRequestIds?: readonly string[];
}
/** @description A key of an account, without the key itself. */
export interface AccountKey {
    /**
     * Format: date-time
     * @description The key is refused from this instant on; `null` if it does not expire.
     * @example null
     */
    readonly expiresAt: string | null;
    /**
     * @description Its label; `key-1`, `key-2`, … by its place if none was given.
     * @example key-1
     */
    readonly label: string;
}
/** @description The names of accounts. */
export interface AccountNames {
    /**
     * @description How many accounts there are.
     * @example 3
     */
    readonly count: number;
    /** @description The names of the last 1,000, the newest last. */
    readonly names: readonly string[];
}
/** @description The state of an account. */
export interface AccountState {
    /**
     * @description The key that `addKey` made, for `x-api-key`; in the response to `addKey` only.
     * @example mock-u1R0kqYw2mJXo4b8vS7cNtLZ
     */
    readonly addedKey?: string;
    /**
     * @description Its money, in minor units.
     * @example 995
     */
    readonly balance: number;
    /** @description Where its callbacks go, at most 100; empty if none is registered. */
    readonly callbacks: readonly AccountCallback[];
    /** @description Its cascades, by ascending id. */
    readonly cascades: readonly NewCascade[];
    /** @description Its keys, those of its start first. */
    readonly keys: readonly AccountKey[];
    /**
     * @description Its name.
     * @example lost-answer
     */
    readonly name: string;
    /**
     * @description How many used request ids the mock remembers of it, at most 100,000.
     * @example 1
     */
    readonly usedRequestIdCount: number;
    /** @description A page of them as they are compared (ADR-0007, ADR-0027), in the order of use. */
    readonly usedRequestIds: readonly string[];
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
/** @description What happens to the callback of an event. */
export interface CallbackScene {
    /**
     * @description Only events of stages on this channel; on each if absent.
     * @enum {string}
     */
    readonly channel?: "SMS" | "CHATONE" | "CHATTWO";
    /**
     * @description How much later it is sent. Later events do not wait for it, so they overtake it.
     * @example 60
     */
    readonly delaySeconds?: number;
    /**
     * @description Whether it is never sent; false if absent.
     * @example true
     */
    readonly drop?: boolean;
    /**
     * @description How often it is sent again after the receiver took it, with the same `webhook-id`.
     * @example 1
     */
    readonly repeat?: number;
    /**
     * @description Only events of this status; each if absent.
     * @example DELIVERED
     */
    readonly status?: string;
}
/** @description What to do with a clock. */
export interface ClockChange {
    /**
     * @description The name of the account; all accounts if absent.
     * @example lost-answer
     */
    readonly account?: string;
    /**
     * @description How far to move it on.
     * @example 3600
     */
    readonly forwardSeconds?: number;
    /**
     * @description How many of its seconds pass in a second. 0 stops it, 1 is real time.
     * @example 0
     */
    readonly speed?: number;
}
/** @description A clock. */
export interface ClockState {
    /**
     * @description False if the clock could not be moved as far as it should within 60 seconds.
     * @example true
     */
    readonly arrived: boolean;
    /**
     * Format: date-time
     * @description When something is due next, such as a receipt, the end of a stage or a repeated callback; `null` if nothing is.
     * @example 2026-01-31T13:02:08.000Z
     */
    readonly next: string | null;
    /**
     * Format: date-time
     * @description The time that it shows.
     * @example 2026-01-31T13:00:00.000Z
     */
    readonly now: string;
    /**
     * @description How many of its seconds pass in a second.
     * @example 0
     */
    readonly speed: number;
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
     * @description Its API key, for `x-api-key`; its label is `key-1`.
     * @example mock-7cFhO2mCq0N8bq1xkPZyJwUe
     */
    readonly key: string;
    /**
     * @description Its name, for `account` in other operations.
     * @example lost-answer
     */
    readonly name: string;
}
/** @description A scene that may still apply. */
export interface KeptScene {
    /**
     * @description How many messages it was applied to.
     * @example 0
     */
    readonly applied: number;
    /**
     * @description Its id, from 1.
     * @example 1
     */
    readonly id: number;
    readonly scene: NewScene;
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
/** @description A key to make, beside the present ones; `{}` for a key that does not expire. An account has at most 100. */
export interface NewKey {
    /**
     * Format: date-time
     * @description The key is refused from this instant on.
     * @example 2026-12-31T00:00:00Z
     */
    readonly expiresAt?: string;
    /**
     * @description a label of 1 to 100 visible ASCII characters; a made one if absent
     * @example second
     */
    readonly label?: string;
}
/** @description Which messages a scene applies to, and what becomes of them. */
export interface NewScene {
    /**
     * @description Only messages of the account of this name.
     * @example lost-answer
     */
    readonly account?: string;
    /**
     * @description Only messages to this `subscriberFilter.address`.
     * @example +12025550100
     */
    readonly address?: string;
    /** @description What happens to callbacks of the message. The first entry that fits an event counts; others are sent at once, and once. */
    readonly callbacks?: readonly CallbackScene[];
    /**
     * @description The first of the matching messages that it applies to, counted from 1, which is the default.
     * @example 1
     */
    readonly nth?: number;
    readonly share?: Share;
    /** @description How gateways treat the message. The first entry for the channel of a stage counts; a channel without one goes by the address. */
    readonly stages?: readonly StageScene[];
    /**
     * @description How many messages it applies to; then it is removed. No limit if absent.
     * @example 1
     */
    readonly times?: number;
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
/** @description A callback of your own. */
export interface OwnCallback {
    /**
     * @description The name of the account.
     * @example lost-answer
     */
    readonly account: string;
    /** @description The body to send. */
    readonly event: Record<string, unknown>;
    /**
     * @description How often it is sent again after the receiver took it, with the same `webhook-id`.
     * @example 1
     */
    readonly repeat?: number;
    /**
     * @description The sender whose registration is used (ADR-0014); that of the whole account if absent.
     * @example 1
     */
    readonly subjectId?: number;
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
    /** @description The behaviour that applied; absent if none did. */
    readonly behaviour?: NewBehaviour;
    /** @description The JSON body, without a `secret`. Absent if there was none, if it was not read, is not JSON, or has more than 16,384 bytes. */
    readonly body?: unknown;
    /**
     * @description The problem code of the response; `null` if it is not a problem.
     * @example null
     */
    readonly code: string | null;
    /**
     * @description The `detail` of that problem, at most 1,000 characters; `null` if the response is not a problem.
     * @example null
     */
    readonly detail: string | null;
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
    /** @description What was accepted and never read, as pointers into the body. At most 20, each with at most 200 characters. */
    readonly unread: readonly string[];
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
    /**
     * @description How many resets there were since the start, of the mock or of an account. If it has grown, what a caller knows may be forgotten,
     *     and `number` may begin anew.
     * @example 0
     */
    readonly resets: number;
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
/** @description A later report of a gateway. */
export interface SceneReceipt {
    /**
     * @description How long after the response it comes.
     * @example 420
     */
    readonly afterSeconds: number;
    /**
     * @description The undelivered reason, with UNDELIVERED; `message-undeliverable` if absent.
     * @example message-undeliverable
     */
    readonly reason?: string;
    /**
     * @description The status.
     * @enum {string}
     */
    readonly status: "SENT" | "DELAYED" | "DELIVERED" | "READ" | "UNDELIVERED";
}
/** @description Scenes in the order in which they are tried. */
export interface Scenes {
    /** @description Those that may still apply. */
    readonly scenes: readonly KeptScene[];
}
/** @description An attempt to send a callback, or an event that was not sent. */
export interface SentCallback {
    /**
     * @description The name of the account.
     * @example lost-answer
     */
    readonly account: string;
    /**
     * @description Which attempt of the event it was, from 1; 0 if it was not sent.
     * @example 1
     */
    readonly attempt: number;
    /** @description The body that was sent, a JSON object. */
    readonly event: unknown;
    /**
     * Format: date-time
     * @description When the event is sent again, by the clock of the account; `null` if it is not, or was taken.
     * @example null
     */
    readonly nextAt: string | null;
    /**
     * @description From 1, counted since the start or the last reset of the whole mock.
     * @example 1
     */
    readonly number: number;
    /**
     * @description The HTTP status that the receiver answered, or why there is none.
     * @example 204
     */
    readonly result: string;
    /**
     * Format: date-time
     * @description When the attempt ended, by the clock of the account.
     * @example 2026-01-31T12:00:00.000Z
     */
    readonly sentAt: string;
    /**
     * @description The origin of the address; `null` if none is registered.
     * @example http://127.0.0.1:4020
     */
    readonly to: string | null;
    /**
     * @description The `webhook-id`, the same for each attempt of an event (ADR-0017).
     * @example msg_0c5ac0c5-6f0c-4f5f-8b1b-0d7d2d6e8a11
     */
    readonly webhookId: string;
}
/** @description Callback attempts. */
export interface SentCallbacks {
    /** @description The attempts, the newest last. */
    readonly callbacks: readonly SentCallback[];
    /**
     * @description Whether at least as many match as were waited for.
     * @example true
     */
    readonly enough: boolean;
    /**
     * @description How many resets there were since the start, of the mock or of an account. If it has grown, what a caller knows may be forgotten,
     *     and `number` may begin anew.
     * @example 0
     */
    readonly resets: number;
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
/** @description How a gateway treats the message. */
export interface StageScene {
    /**
     * @description Only stages on this channel; on each if absent.
     * @enum {string}
     */
    readonly channel?: "SMS" | "CHATONE" | "CHATTWO";
    /**
     * @description How often the gateway does not respond before it does. It is asked again after 1, 2, 4 seconds and so on, up to a minute, as long as
     *     the stage lasts, and for 24 hours at most; then the stage ends with `message-undeliverable`.
     * @example 2
     */
    readonly noResponse?: number;
    /**
     * @description The undelivered reason (§7.4), with UNDELIVERED as `response`; `message-undeliverable` if absent.
     * @example chat-window-closed
     */
    readonly reason?: string;
    /** @description What the gateway reports later. A receipt that comes after the next stage has started is a late one, and counts (ADR-0019). */
    readonly receipts?: readonly SceneReceipt[];
    /**
     * @description The status in the response of the gateway; SENT if there are `receipts`, else DELIVERED.
     * @enum {string}
     */
    readonly response?: "SENT" | "DELIVERED" | "UNDELIVERED";
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
