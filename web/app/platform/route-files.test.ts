import { describe, expect, it } from 'vitest';
import { routeFilesIn } from './route-files.ts';

describe('the screens’ files', () => {
  it('include those of every route except the landing page, without duplicates', () => {
    const manifest = {
      routes: {
        landing: { index: true, module: '/landing.js', imports: ['/preview.js'] },
        lists: { module: '/lists.js', imports: ['/frame.js'], css: ['/frame.css#'] },
        users: { module: '/users.js', imports: ['/frame.js'] },
      },
    };
    expect(routeFilesIn(manifest)).toEqual({
      scripts: ['/lists.js', '/frame.js', '/users.js'],
      styles: ['/frame.css'],
    });
  });

  it('are empty lists if the router lists none', () => {
    expect(routeFilesIn(undefined)).toEqual({ scripts: [], styles: [] });
    expect(routeFilesIn({ routes: { lists: null } })).toEqual({ scripts: [], styles: [] });
  });
});
