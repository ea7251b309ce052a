import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { buildUser } from '../../testing/builders.ts';
import { startBeside, startTestServer, testServer } from '../../testing/test-server.ts';

const script = 'document.documentElement.dataset.ready = "1";';
const webDir = await mkdtemp(join(tmpdir(), 'sandpiper-web-'));
await mkdir(join(webDir, 'assets'));
const landing = `<!doctype html><html data-registration="open"><title>Landing</title><link rel="canonical" href="https://sandpiper.example/"><p>{trial-days}-day free trial</p><a href="{terms-url}">Terms</a><a href="{privacy-url}">Privacy</a><script>${script}</script>`;
await writeFile(join(webDir, 'index.html'), landing);
await writeFile(join(webDir, 'sitemap.xml'), '<urlset><url><loc>https://sandpiper.example/</loc></url></urlset>');
await writeFile(
  join(webDir, '__spa-fallback.html'),
  '<!doctype html><html data-registration="open"><title>App</title><script src="/assets/a-1.js"></script>',
);
await writeFile(join(webDir, 'assets', 'a-1.js'), `// ${'x'.repeat(3000)}`);
await writeFile(join(webDir, 'assets', 'b-2.js'), 'as it was built');
await writeFile(join(webDir, 'favicon.svg'), '<svg/>');
await writeFile(join(webDir, 'assets', 'b-2.js.br'), 'compressed while building');
await writeFile(join(webDir, 'robots.txt'), 'User-agent: *\nSitemap: https://sandpiper.example/sitemap.xml');
after(() => rm(webDir, { recursive: true }));

const server = await startBeside(await testServer(), { webDir });
const get = (url: string, headers: Record<string, string> = {}) => server.send(null, { method: 'GET', url, headers });

describe('the web app', () => {
  it('has the landing page at / and the app at every other page path', async () => {
    assert.match((await get('/')).text, /Landing/);
    for (const path of ['/login', '/campaigns/12?x=1', '/lists/3', '/no/such/page']) {
      const reply = await get(path);
      assert.equal(reply.status, 200);
      assert.match(reply.text, /<title>App/);
      assert.equal(reply.headers['cache-control'], 'no-cache');
    }
  });

  it('contains the server’s address as the visitor used it, in pages and in files for crawlers', async () => {
    const host = { host: 'outreach.test:8080' };
    assert.match((await get('/', host)).text, /href="http:\/\/outreach\.test:8080\/"/);
    const sitemap = await get('/sitemap.xml', host);
    assert.match(String(sitemap.headers['content-type']), /^application\/xml/);
    assert.match(sitemap.text, /<loc>http:\/\/outreach\.test:8080\/<\/loc>/);
    assert.match((await get('/robots.txt', host)).text, /Sitemap: http:\/\/outreach\.test:8080\/sitemap\.xml/);
  });

  it('states on each page who may register, and applies changes within a second', async () => {
    const invited = await startTestServer({ webDir, registration: 'invitation' });
    const admin = await buildUser(invited.app, { role: 'admin' });
    const written = async (url: string) =>
      /<html data-registration="(\w+)" data-trial-days="14">/.exec(
        (await invited.send(null, { method: 'GET', url })).text,
      )?.[1];
    assert.deepEqual([await written('/'), await written('/login')], ['invitation', 'invitation']);
    await invited.call(admin, 'PUT /api/registration', { body: { mode: 'closed' } });
    await setTimeout(1000);
    assert.deepEqual([await written('/'), await written('/register')], ['closed', 'closed']);
    await sql`ALTER TABLE server_settings RENAME TO away`.execute(invited.app.db);
    await setTimeout(1000);
    assert.equal(await written('/login'), 'closed');
  });

  it('contains the length of the trial, and links to the terms and the privacy policy', async () => {
    const termsUrl = 'https://example.com/terms?a=1&b=$&';
    const told = await startBeside(await testServer(), { webDir, trialDays: 30, termsUrl, privacyUrl: '/privacy' });
    const page = (await told.send(null, { method: 'GET', url: '/' })).text;
    const terms = 'https://example.com/terms?a=1&amp;b=$&amp;';
    const attributes = `data-registration="open" data-trial-days="30" data-terms-url="${terms}" data-privacy-url="/privacy"`;
    assert.ok(page.startsWith(`<!doctype html><html ${attributes}>`), page);
    assert.ok(
      page.includes(`<p>30-day free trial</p><a href="${terms}">Terms</a><a href="/privacy">Privacy</a>`),
      page,
    );
    const app = (await told.send(null, { method: 'GET', url: '/register' })).text;
    assert.ok(app.startsWith(`<!doctype html><html ${attributes}>`), app);
  });

  it('says on each page that the server runs in sandbox mode, so that the notice is there from the start', async () => {
    const sandbox = await startBeside(await testServer(), { webDir, sandbox: true });
    for (const url of ['/', '/dashboard']) {
      const page = (await sandbox.send(null, { method: 'GET', url })).text;
      assert.match(page, /^<!doctype html><html data-registration="open" data-sandbox="" data-trial-days="14">/);
      assert.doesNotMatch((await get(url)).text, /data-sandbox/);
    }
  });

  it('says nothing about a trial or terms that don’t exist', async () => {
    const without = await startBeside(await testServer(), { webDir, trialDays: 0 });
    const page = (await without.send(null, { method: 'GET', url: '/' })).text;
    assert.match(page, /^<!doctype html><html data-registration="open">/);
    assert.doesNotMatch(page, /[{}]|sandpiper\.example/);
  });

  it('does not echo a Host header that contains markup', async () => {
    assert.doesNotMatch((await get('/', { host: 'x"><script>alert(1)</script>' })).text, /alert/);
  });

  it('makes browsers check whether a file without a hash in its name has changed', async () => {
    const reply = await get('/favicon.svg');
    assert.deepEqual([reply.text, reply.headers['cache-control']], ['<svg/>', 'no-cache']);
  });

  it('lets files with a hash in their name be cached, and compresses them', async () => {
    const reply = await get('/assets/a-1.js', { 'accept-encoding': 'gzip' });
    assert.equal(reply.status, 200);
    assert.match(String(reply.headers['cache-control']), /immutable/);
    assert.equal(reply.headers['content-encoding'], 'gzip');
  });

  it('sends a file’s compressed copy from the build if the browser accepts compression', async () => {
    const compressed = await get('/assets/b-2.js', { 'accept-encoding': 'gzip, br' });
    assert.equal(compressed.text, 'compressed while building');
    assert.equal(compressed.headers['content-encoding'], 'br');
    assert.match(String(compressed.headers['content-type']), /^application\/javascript/);
    assert.match(String(compressed.headers['cache-control']), /immutable/);
    const plain = await get('/assets/b-2.js', { 'accept-encoding': 'identity' });
    assert.equal(plain.text, 'as it was built');
    assert.match(String(plain.headers['vary']), /accept-encoding/);
  });

  it('is shown to people who open an unknown URL, even a URL with a dot', async () => {
    const opened = await get('/campaigns/1.5', { accept: 'text/html,application/xhtml+xml' });
    assert.deepEqual([opened.status, opened.text], [200, (await get('/campaigns/1')).text]);
    assert.equal((await get('/assets/gone.js', { accept: 'text/html' })).status, 404);
  });

  it('answers a request for a missing file or an unknown API call with 404, not with a page', async () => {
    assert.equal((await get('/assets/gone.js')).status, 404);
    assert.equal((await get('/gone.txt')).status, 404);
    assert.equal((await get('/api/gone')).status, 404);
    assert.equal((await server.send(null, { method: 'POST', url: '/login', body: {} })).status, 404);
  });

  it('serves no file from outside its folder', async () => {
    for (const path of ['/../package.json', '/..%2fpackage.json', '/%2e%2e/package.json', '/assets/../../x.json']) {
      assert.ok(!(await get(path)).text.includes('"dependencies"'), path);
    }
  });

  it('lets only its own inline scripts run', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    const hash = createHash('sha256').update(script).digest('base64');
    const scripts = policy.split(';').find((part) => part.startsWith('script-src '));
    assert.equal(scripts, `script-src 'self' 'sha256-${hash}'`);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.match(policy, /object-src 'none'/);
    assert.match(policy, /base-uri 'none'/);
  });
});

describe('the pages about the API', () => {
  it('load their scripts from files', async () => {
    const page = await get('/api/docs');
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.text, /<script>(?!<)/);
    assert.equal((await get('/api/docs/static/swagger-ui-bundle.js')).status, 200);
  });
});
