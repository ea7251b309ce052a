import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';

// A browser's timers end with the page. Node's would run on after a file's last test, and find no page.
const timers = new Set<ReturnType<typeof setTimeout>>();
const begin = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...of: Parameters<typeof begin>) => {
  const timer = begin(...of);
  timers.add(timer);
  return timer;
}, begin);
afterAll(() => timers.forEach((timer) => clearTimeout(timer)));

// Upper bounds only: a loaded machine may take long, a fast one does not wait.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// Mantine asks for these; jsdom has none of them.
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

// A text area that grows with its text waits for fonts, which jsdom does not have.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

// Nothing has a size in jsdom, so that menus take their button for scrolled away and hide: give everything one.
Element.prototype.getBoundingClientRect = () => DOMRect.fromRect({ x: 8, y: 8, width: 120, height: 24 });
Object.defineProperties(document.documentElement, { clientWidth: { value: 1024 }, clientHeight: { value: 768 } });
