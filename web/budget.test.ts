import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scriptBytes, type Screen } from './budget.ts';

let folder = '';
const screen = { name: 'dashboard', routes: ['pages/dashboard.page.tsx'], limitBytes: 130_000 } satisfies Screen;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'web-budget-'));
  mkdirSync(join(folder, '.vite'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a screen’s size', () => {
  it('is the sum of its gzipped scripts and everything they import, with each file counted once', () => {
    const texts = {
      'entry.js': 'a'.repeat(500),
      'root.js': 'root',
      'dashboard.js': 'dashboard',
      'shared.js': 'shared',
    };
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, 'other.js'), 'x'.repeat(10_000));
    writeFileSync(
      join(folder, '.vite/manifest.json'),
      JSON.stringify({
        '../entry.client.tsx': { file: 'entry.js', imports: ['_shared.js'] },
        'app/root.tsx': { file: 'root.js', imports: ['_shared.js'] },
        'app/pages/dashboard.page.tsx': { file: 'dashboard.js', imports: ['_shared.js'] },
        'app/pages/other.page.tsx': { file: 'other.js' },
        'app/pages/landing.page.tsx': { file: 'unused.js' },
        '_shared.js': { file: 'shared.js' },
      }),
    );
    const expected = Object.values(texts).reduce((sum, text) => sum + gzipSync(text).length, 0);
    expect(scriptBytes(folder, screen)).toBe(expected);
    const prefetched = gzipSync('x'.repeat(10_000)).length;
    expect(scriptBytes(folder, { ...screen, routes: 'every' })).toBe(expected + prefetched);
  });

  it('is the size of the scripts in its HTML if the screen is a separate page', () => {
    writeFileSync(join(folder, 'small.js'), 'small');
    const inline = 'document.title = "dark";';
    writeFileSync(
      join(folder, 'index.html'),
      `<script>${inline}</script><script type="application/ld+json">{}</script><script type="module" src="/small.js"></script>`,
    );
    const landing = { name: 'landing page', page: 'index.html', limitBytes: 60_000 };
    expect(scriptBytes(folder, landing)).toBe(gzipSync(inline).length + gzipSync('small').length);
    writeFileSync(join(folder, 'index.html'), '<p>No script</p>');
    expect(() => scriptBytes(folder, landing)).toThrow('index.html has no script.');
  });

  it('can’t be determined if there is no build, or if a part of the screen is missing from the build', () => {
    writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify({ 'entry.client': { file: 'entry.js' } }));
    expect(() => scriptBytes(folder, screen)).toThrow('The build has no app/root.tsx.');
    expect(() => scriptBytes(join(folder, 'none'), screen)).toThrow('There is no build');
  });
});
