import type { CallbackSender } from '../callback/callbacks.ts';
import type { OwnCallback } from '../generated/control.ts';
import type { Accounts } from '../provider/account.ts';
import { type ControlMethods, json } from './control-operation.ts';
import { refuseFaults } from './control-problem.ts';
import { findAccount, openAccount } from './find-account.ts';
import { readBodyOf, readQueryOf } from './read-control-request.ts';
import type { SentCallbacks, SentFilter } from './sent-callbacks.ts';
import { waitFor } from './wait-for.ts';

/** `/control/callbacks`. */
export function callbackOperations(
  accounts: Accounts,
  sent: SentCallbacks,
  callbacks: CallbackSender,
): ControlMethods {
  return {
    async GET(request) {
      const query = readQueryOf('listCallbacks', request) as SentFilter;
      findAccount(accounts, query);
      const enough = await waitFor(sent, query, request);
      return json(200, { enough, resets: sent.resets(), callbacks: sent.list(query) });
    },
    async POST(request) {
      const wanted = (await readBodyOf('sendCallback', request)) as OwnCallback;
      const { subjectId, event, repeat = 0 } = wanted;
      const { account } = openAccount(accounts, wanted.account);
      if (account.callback(subjectId) === undefined) refuseUnregistered();
      const after = sent.list({ account: account.name }).at(-1)?.number ?? 0;
      const outgoing = { subjectId, status: 'own', error: null, event: { ...event } };
      await callbacks.send(account, outgoing, { repeat });
      const made = sent.list({ account: account.name, after });
      return json(200, { enough: true, resets: sent.resets(), callbacks: made });
    },
  };
}

function refuseUnregistered(): never {
  const detail = 'expected an account with a registered callback; POST /api/callback/set registers one';
  return refuseFaults([{ pointer: '/account', detail }], 'conflict');
}
