import { render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { pass, stopTheClock } from '../testing/still-clock.ts';
import { PagePrefetch } from './page-prefetch.tsx';

const preloads = () => document.querySelectorAll('link[rel="modulepreload"]').length;

describe('the other screens’ code', () => {
  stopTheClock();
  afterEach(() => {
    Reflect.deleteProperty(window, '__reactRouterManifest');
    Reflect.deleteProperty(navigator, 'connection');
  });

  function open(connection: { saveData: boolean }) {
    Reflect.set(window, '__reactRouterManifest', { routes: { lists: { module: '/lists.js' } } });
    Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
    render(<PagePrefetch />);
  }

  it('is fetched once the current screen has settled', async () => {
    open({ saveData: false });
    await pass(2_900);
    expect(preloads()).toBe(0);
    await pass(200);
    expect(preloads()).toBe(1);
  });

  it('is not fetched in data-saving mode', async () => {
    open({ saveData: true });
    await pass(10_000);
    expect(preloads()).toBe(0);
  });
});
