// Asks before anything is done. The browser's own dialog keeps the focus inside and gives it back.

import {h, renew} from './dom.js';
import {button, problem} from './parts.js';
import {t} from './i18n.js';

/**
 * Shows `body` (nodes, fields among them) and calls `act(form)` when confirmed; what that throws is shown, and the dialog
 * stays. Resolves to what `act` returned, or undefined where the person thought better of it.
 */
export function confirm({title, body, yes, danger, act}) {
  return new Promise(resolve => {
    const errors = h('div', {});
    let result;
    const form = h('form', {
      method: 'dialog',
      onsubmit: async event => {
        event.preventDefault();
        if (form.dataset.busy) return;
        busy(true);
        renew(errors);
        try {
          result = await act(form);
          dialog.close();
        } catch (e) {
          renew(errors, problem(e));
        } finally {
          busy(false);
        }
      },
    },
    h('h2', {id: 'dialog-title'}, title),
    h('div', {class: 'dialog-body'}, body, errors),
    h('div', {class: 'dialog-end'},
      button(t('dialog.cancel'), {onclick: () => dialog.close()}),
      h('button', {type: 'submit', class: `button ${danger ? 'danger' : 'primary'}`}, yes)));
    const dialog = h('dialog', {
      'aria-labelledby': 'dialog-title',
      onclose: () => {
        dialog.remove();
        resolve(result);
      },
    }, form);
    const busy = on => {
      if (on) form.dataset.busy = 'true';
      else delete form.dataset.busy;
      form.setAttribute('aria-busy', String(on));
      form.querySelector('[type=submit]').disabled = on;
    };
    document.body.append(dialog);
    dialog.showModal();
    (dialog.querySelector('textarea, input, select') ?? dialog.querySelector('[type=submit]')).focus();
  });
}

/** Where a reason must be given, with its limits. */
export function reason(id = 'reason', attributes = {}) {
  return h('textarea', {id, name: id, rows: '3', required: true, maxlength: '1000', ...attributes});
}
