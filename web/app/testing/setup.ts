import '@testing-library/jest-dom/vitest';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach } from 'vitest';

// React's development build records where each element is created, up to a limit, but uses this record only in warnings. Recording takes a
// seventh of the tests' CPU time. React stops recording if the number of recorded elements appears to be infinite.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals === 'object' && internals !== null) {
  const unlimited = { get: () => Infinity, set() {} };
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', unlimited);
}

// In a browser, timers end with the page. In Node, they would still fire after a file's last test, when jsdom's window no longer exists.
const timers = new Set<ReturnType<typeof setTimeout>>();
const begin = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...of: Parameters<typeof begin>) => {
  const timer = begin(...of);
  timers.add(timer);
  return timer;
}, begin);
afterAll(() => timers.forEach((timer) => clearTimeout(timer)));

/**
 * Returns an error that formats the page's HTML only when its message is read. While a test waits for an element, each failed lookup throws
 * an error that nobody reads.
 */
function elementError(message: string | null, container: Element): Error {
  const error = new Error();
  Error.captureStackTrace(error, elementError);
  error.name = 'TestingLibraryElementError';
  const get = () => `${message ?? ''}\n\n${prettyDOM(container) || ''}`;
  return Object.defineProperty(error, 'message', { get, configurable: true });
}

// The maximum wait is generous, because some machines are slow. On fast machines, waits end much earlier.
configure({ asyncUtilTimeout: 30_000, getElementError: elementError });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// Browser APIs that Mantine needs and jsdom lacks.
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

// Mantine's autosizing text areas listen to `document.fonts`, which jsdom lacks.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

// jsdom has no layout, so all elements have size 0 and Mantine would hide its dropdowns. This stub gives every element the same size.
Element.prototype.getBoundingClientRect = () => DOMRect.fromRect({ x: 8, y: 8, width: 120, height: 24 });
Object.defineProperties(document.documentElement, { clientWidth: { value: 1024 }, clientHeight: { value: 768 } });
