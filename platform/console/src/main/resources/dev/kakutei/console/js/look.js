// Light, dark, or as the machine has it.

const KEPT = 'kakutei.look';
const LOOKS = ['auto', 'light', 'dark'];

export const look = () => (LOOKS.includes(localStorage.getItem(KEPT)) ? localStorage.getItem(KEPT) : 'auto');

export function applyLook() {
  const chosen = look();
  if (chosen === 'auto') delete document.documentElement.dataset.look;
  else document.documentElement.dataset.look = chosen;
}

export function nextLook() {
  localStorage.setItem(KEPT, LOOKS[(LOOKS.indexOf(look()) + 1) % LOOKS.length]);
  applyLook();
}
