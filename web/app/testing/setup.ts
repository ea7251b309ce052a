import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';

// A browser's timers end with the page. In Node, they would fire after a file's last test, when the page is gone.
const timers = new Set<ReturnType<typeof setTimeout>>();
const begin = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...of: Parameters<typeof begin>) => {
  const timer = begin(...of);
  timers.add(timer);
  return timer;
}, begin);
afterAll(() => timers.forEach((timer) => clearTimeout(timer)));

// An upper bound for slow machines. Fast machines don't wait this long.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// Mantine needs these, and jsdom doesn't have them.
window.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
});

window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

Element.prototype.scrollIntoView = () => undefined;

// A text area that grows with its content waits for fonts, and jsdom has no `document.fonts`.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

// In jsdom, nothing has a size, so menus would treat their button as scrolled out of view and hide. This gives every element a size.
Element.prototype.getBoundingClientRect = () => DOMRect.fromRect({ x: 8, y: 8, width: 120, height: 24 });
Object.defineProperties(document.documentElement, { clientWidth: { value: 1024 }, clientHeight: { value: 768 } });
