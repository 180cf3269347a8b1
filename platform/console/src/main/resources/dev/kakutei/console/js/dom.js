// Makes and renews pieces of the page. Text is always text: nothing here, or anywhere in the console, turns a string
// into markup, so what a person wrote into a request can only ever be read.

const SVG = 'http://www.w3.org/2000/svg';

/** h('p', {class: 'x', onclick: fn}, 'text', node, [more], null). Attributes that are null or false are left out. */
export function h(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for pictures. */
export function svg(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) listen(node, name.slice(2), value);
    else if (name === 'value') node.value = value;
    else if (name === 'checked') node.checked = true;
    else if (name === 'vars') node.vars = value;
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  for (const [name, value] of Object.entries(node.vars ?? {})) node.style.setProperty(name, value);
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(node, child);
    else node.append(child instanceof Node ? child : String(child));
  }
}

// One listener for each kind of event, which looks up what to do: so that renewing a node can renew that, too.
function listen(node, type, action) {
  node.actions = {...node.actions, [type]: action};
  node.addEventListener(type, dispatch);
}

function dispatch(event) {
  this.actions?.[event.type]?.call(this, event);
}

/** Makes the children of `host` look like `wanted`, keeping the nodes that are there: focus, selection and scroll stay. */
export function renew(host, ...wanted) {
  const fresh = document.createDocumentFragment();
  append(fresh, wanted);
  children(host, fresh);
}

function children(host, fresh) {
  const keyed = new Map();
  for (const node of host.childNodes) if (node.dataset?.key) keyed.set(node.dataset.key, node);
  let at = host.firstChild;
  for (const next of [...fresh.childNodes]) {
    const known = next.dataset?.key ? keyed.get(next.dataset.key) : at && !at.dataset?.key ? at : null;
    if (known && alike(known, next)) {
      if (known !== at) host.insertBefore(known, at);
      else at = at.nextSibling;
      same(known, next);
    } else {
      host.insertBefore(next, at);
    }
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

function alike(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && a.type === b.type;
}

function same(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  // A form that a person is filling in is left as it is, until it is another form.
  if (fresh.dataset.keep && old.dataset.keep === fresh.dataset.keep) return;
  for (const {name} of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !(name === 'style' && fresh.vars) && name !== 'open') old.removeAttribute(name);
  }
  for (const {name, value} of fresh.attributes) {
    if (name !== 'style' && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const [name, value] of Object.entries(fresh.vars ?? {})) old.style.setProperty(name, value);
  for (const type of Object.keys(fresh.actions ?? {})) if (!old.actions?.[type]) old.addEventListener(type, dispatch);
  old.actions = fresh.actions;
  // What a person is typing is theirs.
  if ('value' in fresh && /^(INPUT|SELECT|TEXTAREA)$/.test(old.nodeName)) return typed(old, fresh);
  children(old, fresh);
}

function typed(old, fresh) {
  if (old.nodeName === 'SELECT') children(old, fresh);
  if (document.activeElement !== old && old.value !== fresh.value) old.value = fresh.value;
}

/** Announces it to those who listen to the page instead of looking at it. */
export function say(text) {
  const place = document.getElementById('heard');
  place.textContent = place.textContent === text ? text + '\u00a0' : text;
}
