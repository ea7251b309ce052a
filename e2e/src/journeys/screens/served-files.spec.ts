import type { APIRequestContext } from '@playwright/test';
import { guestTest as test } from '../../journey.ts';
import { expect } from '../../stack.ts';

/** Fetches a page as a crawler does, before any script runs. Returns its text. */
async function read(request: APIRequestContext, path: string, type: RegExp): Promise<string> {
  const answer = await request.get(path);
  expect(answer.status(), path).toBe(200);
  expect(answer.headers()['content-type'], path).toMatch(type);
  return answer.text();
}

/** Returns the content of the meta or link tag that has this value in one of its attributes. */
function said(html: string, name: string): string {
  const tag = new RegExp(`<(?:meta|link) [^>]*="${name}"[^>]*>`).exec(html)?.[0] ?? '';
  return / (?:content|href)="([^"]*)"/.exec(tag)?.[1] ?? '';
}

test('the served landing page tells a crawler its title, content and address', async ({ request, shared }) => {
  const html = await read(request, '/', /^text\/html/);
  expect(/<title>([^<]+)<\/title>/.exec(html)?.[1]).toMatch(/^Sandpiper/);
  expect(said(html, 'description').length).toBeGreaterThan(50);
  expect(said(html, 'canonical')).toBe(`${shared.url}/`);
  expect(said(html, 'og:url')).toBe(`${shared.url}/`);
  for (const name of [
    'og:title',
    'og:description',
    'og:type',
    'og:site_name',
    'twitter:title',
    'twitter:description',
  ]) {
    expect(said(html, name), name).not.toBe('');
  }
  expect(said(html, 'twitter:card')).toBe('summary_large_image');
  expect(said(html, 'twitter:image')).toBe(said(html, 'og:image'));
  expect(said(html, 'og:image')).toContain(`${shared.url}/`);
  expect((await request.get(said(html, 'og:image'))).headers()['content-type']).toBe('image/png');
  const data: unknown = JSON.parse(/<script type="application\/ld\+json">([^]*?)<\/script>/.exec(html)?.[1] ?? '');
  expect(data).toMatchObject({
    '@context': 'https://schema.org',
    '@graph': [{ '@type': 'SoftwareApplication', url: `${shared.url}/` }, { '@type': 'FAQPage' }],
  });
  expect(html, 'no placeholder address').not.toContain('.example/');
});

test('robots.txt links to a sitemap of pages that exist', async ({ request, shared }) => {
  const robots = await read(request, '/robots.txt', /^text\/plain/);
  expect(robots).toMatch(/^User-agent: \*$/m);
  expect(robots).toMatch(/^Disallow: \/api\/$/m);
  expect(/^Sitemap: (\S+)$/m.exec(robots)?.[1]).toBe(`${shared.url}/sitemap.xml`);
  const sitemap = await read(request, '/sitemap.xml', /^application\/xml/);
  const places = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '');
  expect(places).toContain(`${shared.url}/`);
  for (const place of places) {
    expect(said(await read(request, place, /^text\/html/), 'canonical'), place).toBe(place);
  }
});
