import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pass, stopTheClock } from '../testing/still-clock.ts';
import { usePagePrefetch } from './use-page-prefetch.ts';

const realFetch = globalThis.fetch;

describe('the other screens’ code', () => {
  stopTheClock();
  let fetched: string[] = [];
  let failing: string | null = null;
  let failure: () => Promise<Response>;
  beforeEach(() => {
    fetched = [];
    failing = null;
    globalThis.fetch = (file) => {
      fetched.push(String(file));
      return file === failing ? failure() : Promise.resolve(new Response('code'));
    };
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
    Reflect.deleteProperty(window, '__reactRouterManifest');
    Reflect.deleteProperty(navigator, 'connection');
  });

  function open(connection: { saveData: boolean }) {
    const lists = { module: '/lists.js', imports: ['/table.js'], css: ['/table.css'] };
    Reflect.set(window, '__reactRouterManifest', { routes: { lists } });
    Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
    return renderHook(() => usePagePrefetch());
  }

  it('is fetched ten seconds after the current screen has opened', async () => {
    open({ saveData: false });
    await pass(9_900);
    expect(fetched).toEqual([]);
    await pass(200);
    expect(fetched).toEqual(['/table.css', '/lists.js', '/table.js']);
  });

  it('is not fetched in data-saving mode', async () => {
    open({ saveData: true });
    await pass(20_000);
    expect(fetched).toEqual([]);
  });

  it.each([
    ['the server is unreachable', () => Promise.reject(new TypeError('unreachable'))],
    ['a proxy responds instead of the server', () => Promise.resolve(new Response('', { status: 502 }))],
  ])('is not fetched further if %s', async (_case, answer) => {
    failing = '/lists.js';
    failure = answer;
    open({ saveData: false });
    await pass(20_000);
    expect(fetched).toEqual(['/table.css', '/lists.js']);
  });

  it('is not fetched after the user has left the page', async () => {
    open({ saveData: false }).unmount();
    await pass(20_000);
    expect(fetched).toEqual([]);
  });
});
