// Who sits here, and what they may do.

import {Failure, key, maybe, signOut} from './api.js';

let me = null;
let gatewayList = [];

export const person = () => me;
export const roles = () => me?.roles ?? [];
export const may = role => roles().includes(role);
export const seesAll = () => ['operator', 'approver', 'viewer', 'summariser'].some(may);
export const gateways = () => gatewayList;
export const gateway = name => gatewayList.find(one => one.name === name);

/** Asks the server who we are: 'in', or 'out' where a key is needed. Throws where it cannot be asked. */
export async function recognise() {
  try {
    me = (await maybe('/me')) ?? guessed();
    gatewayList = (await maybe('/gateways').catch(() => null))?.gateways ?? [];
    return 'in';
  } catch (e) {
    me = null;
    if (e instanceof Failure && e.status === 401) return 'out';
    throw e;
  }
}

/** A server without GET /me: the API itself will say what is not allowed. */
function guessed() {
  return {client: '', roles: [], mode: key() ? 'keys' : 'open', version: ''};
}

export function forget() {
  signOut();
  me = null;
}

/** Whose request it is, where that must be shown: only for those who see others' requests. */
export const asOther = client => (client && client !== me?.client ? client : null);

