import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

const entry = join(import.meta.dirname, 'app/pages/landing.script.tsx');

/** Replaces React with Preact, which is smaller and does the same for the landing page. */
const small = [
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
];

/** Builds what the landing page needs beyond its HTML: one script and the styles of its components. */
async function buildParts() {
  const built = await build({
    configFile: false,
    // The names of CSS classes depend on the root, and have to match those of the prerendered page.
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
    throw new Error('The landing page is not one script and one style sheet.');
  }
  return { script, styles: styles.source.toString() };
}

/** Reads the style sheet with the fonts and colors of all pages. */
async function readRootStyles(html: string, clientFolder: string): Promise<string> {
  const [, path] = /<link rel="stylesheet" href="(\/assets\/root-[^"#]+)/.exec(html) ?? [];
  if (path === undefined) throw new Error('The landing page has no style sheet.');
  return readFile(join(clientFolder, path), 'utf8');
}

/**
 * Completes the prerendered landing page: replaces the app's scripts with its own single script, and puts its styles into the HTML, so that
 * only the HTML has to arrive before the first paint.
 */
export async function finishLandingPage(clientFolder: string): Promise<void> {
  const path = join(clientFolder, 'index.html');
  const html = await readFile(path, 'utf8');
  const { script, styles } = await buildParts();
  const rootStyles = await readRootStyles(html, clientFolder);
  const [head = '', body = ''] = html
    .replaceAll(/<link rel="(?:stylesheet|modulepreload)"[^>]*>/g, '')
    .split('</head>');
  const own = `<script type="module" src="/${script.fileName}"></script></body>`;
  await writeFile(join(clientFolder, script.fileName), script.code);
  await writeFile(
    path,
    `${head}<style>${rootStyles}${styles}</style></head>${body
      .replaceAll(/<script[^>]*>[^]*?<\/script>/g, '')
      .replace('</body>', () => own)}`,
  );
}
