// What a person should do about a request that no machine can carry on, by its cause.

import {t} from './i18n.js';
import {gateway} from './session.js';

const CAUSES = [
  [/a later attempt was refused|reports a decline|an attempt before attempt/, 'inDoubt'],
  [/cannot be asked/, 'cannotBeAsked'],
  [/was asked \d+ times/, 'askedEnough'],
  [/refuses to say/, 'refusesToSay'],
  [/not to be asked any more/, 'notToBeAsked'],
  [/no gateway|is configured/, 'noGateway'],
  [/does not forgive repetition|expiry|remember its key/, 'inDoubt'],
];

/** Why it waits for a person: a word that the catalogues know. */
export function cause(request) {
  if (request.state !== 'verification_failed') return request.state;
  return CAUSES.find(([pattern]) => pattern.test(request.reason ?? ''))?.[1] ?? 'verification_failed';
}

/** Null where no person needs to do anything. */
export function advice(request) {
  if (!['verification_failed', 'held', 'pending_approval', 'returned'].includes(request.state)) return null;
  const asks = gateway(request.gateway)?.can_be_asked;
  const text = t(`advice.${cause(request)}`, {gateway: request.gateway});
  return request.state === 'verification_failed' && asks ? `${text} ${t('advice.mayAsk')}` : text;
}
