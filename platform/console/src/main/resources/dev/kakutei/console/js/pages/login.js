import {h, renew} from '../dom.js';
import {get, signIn, signOut} from '../api.js';
import {t} from '../i18n.js';
import {field, problem} from '../parts.js';

/** Asks for a key, tries it, and keeps it for this tab only. */
export function page(enter) {
  const errors = h('div', {});
  const input = h('input', {
    id: 'key', name: 'key', type: 'password', required: true, autocomplete: 'off', spellcheck: 'false', placeholder: 'kk_…',
  });
  const tried = async event => {
    event.preventDefault();
    signIn(input.value.trim());
    try {
      await get('/requests?limit=1');
      await enter();
    } catch (e) {
      signOut();
      renew(errors, problem(e));
      input.focus();
    }
  };
  return h('main', {class: 'alone'},
    h('form', {class: 'card login', onsubmit: tried},
      h('img', {src: 'icon.svg', alt: '', width: '44', height: '44'}),
      h('h1', {id: 'title', tabindex: '-1'}, t('login.title')),
      h('p', {class: 'faint'}, t('login.what')),
      field(t('login.key'), input, {hint: t('login.hint')}),
      errors,
      h('button', {type: 'submit', class: 'button primary'}, t('login.go'))));
}
