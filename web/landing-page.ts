import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { build } from 'vite';

const entry = join(import.meta.dirname, 'app/pages/landing.script.tsx');

/** Replaces React with Preact, which is smaller and has everything that the landing page needs. */
const small = [
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
];

/** Builds the landing page's script and its components' styles. */
async function buildParts() {
  const built = await build({
    configFile: false,
    // `root` must be the same as in the app's build. The generated CSS class names depend on `root`, and must match the class names in the
    // prerendered HTML.
    root: import.meta.dirname,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias: small },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { entryFileNames: 'assets/landing-[hash].js' } },
    },
  });
  const output = 'output' in built ? built.output : [];
  const [script, ...more] = output.flatMap((file) => (file.type === 'chunk' ? [file] : []));
  const [styles] = output.flatMap((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? [file] : []));
  if (script === undefined || styles === undefined || more.length > 0) {
    throw new Error('The landing page’s build isn’t one script and one style sheet.');
  }
  return { script, styles: styles.source.toString() };
}

/** Reads the root style sheet, which contains the fonts and colors that all pages use. */
async function readRootStyles(document: Document, clientFolder: string): Promise<string> {
  const path = document.querySelector('link[rel="stylesheet"][href^="/assets/root-"]')?.getAttribute('href');
  if (path === null || path === undefined) throw new Error('The landing page doesn’t link to the root style sheet.');
  return readFile(join(clientFolder, path.replace(/#$/, '')), 'utf8');
}

/**
 * Completes the prerendered landing page. Replaces the app's scripts with the landing page's own script, and inlines all styles, so that
 * the first paint needs only the HTML.
 */
export async function finishLandingPage(clientFolder: string): Promise<void> {
  const path = join(clientFolder, 'index.html');
  const page = new JSDOM(await readFile(path, 'utf8'));
  const { document } = page.window;
  const { script, styles } = await buildParts();
  const inlined = document.createElement('style');
  inlined.textContent = (await readRootStyles(document, clientFolder)) + styles;
  const own = document.createElement('script');
  own.type = 'module';
  own.src = `/${script.fileName}`;
  const ofTheApp = 'link[rel="stylesheet"], link[rel="modulepreload"], body script, script[data-api]';
  for (const element of document.querySelectorAll(ofTheApp)) element.remove();
  document.head.append(inlined);
  document.body.append(own);
  await writeFile(join(clientFolder, script.fileName), script.code);
  await writeFile(path, page.serialize());
}
