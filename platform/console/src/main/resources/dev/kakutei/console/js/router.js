// The address says everything: which page, and all that was asked for on it. #/requests?state=held

export function here() {
  const [path, query = ''] = location.hash.replace(/^#/, '').split('?');
  const parts = path.split('/').filter(Boolean).map(decoded);
  return {page: parts[0] ?? 'overview', parts: parts.slice(1), query: new URLSearchParams(query)};
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** An address for href. Parameters without a value are left out. */
export function to(page, parts = [], query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  const path = [page, ...parts].map(encodeURIComponent).join('/');
  return `#/${path}${text ? `?${text}` : ''}`;
}

/** Goes there; `replace` leaves no step behind for the back button. */
export function go(address, replace) {
  if (replace) {
    history.replaceState(null, '', address);
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else {
    location.hash = address;
  }
}

export const toRequest = (key, client) => to('request', [key], {client});
