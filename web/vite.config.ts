import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

const server = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

const framework = /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/;

/** The modules of the first screens: the sign-in page for guests, and the dashboard for signed-in users. */
const guestScreens = /pages[\\/](failure-screen|frame\.layout|guest\.layout|login\.page)\.tsx/;
const firstScreen = /pages[\\/](signed-in\.layout|dashboard\.page)\.tsx/;

/** The modules that dialogs, menus, forms and tables consist of. */
const parts = /@mantine|@floating-ui|@tabler|app[\\/](ui|platform)[\\/]/;

/** How many screens must import a module before it goes into the shared `parts` file. */
const partsShare = 6;

/**
 * Loads the app's server code before React Router requests the landing page from it at the end of a build. React Router cancels the request
 * after ten seconds, and on a busy machine, loading the code can take that long.
 */
const loadServerCode: Plugin = {
  name: 'load-server-code',
  configurePreviewServer: async () => {
    await import(pathToFileURL(join(import.meta.dirname, 'build', 'server', 'index.js')).href);
  },
};

export default defineConfig({
  plugins: [reactRouter(), loadServerCode],
  build: {
    target: 'es2022',
    manifest: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // By default, the bundler creates about a hundred small files. Each of these groups becomes one file, so that the
        // first screens load few files: guests load the `frame` group, and signed-in users also load `first-screen`.
        codeSplitting: {
          groups: [
            { name: 'framework', test: framework, priority: 3 },
            { name: 'frame', test: guestScreens, priority: 2 },
            { name: 'first-screen', test: firstScreen, priority: 1 },
            { name: 'parts', test: parts, minShareCount: partsShare },
          ],
        },
      },
    },
  },
  // With these entries, Vite finds all dependencies when it starts. Otherwise, Vite would find more dependencies when a screen first opens,
  // and would reload the page.
  optimizeDeps: { entries: ['app/root.tsx', 'app/pages/**/!(*.test).tsx', 'app/**/*.worker.ts'] },
  server: {
    proxy: {
      '/api': server,
      '/socket.io': { target: server, ws: true },
      // People open this URL as a page, but email programs send POST requests to it. Only POST requests go to the server.
      '/unsubscribe': { target: server, bypass: ({ method, url }) => (method === 'POST' ? undefined : url) },
    },
  },
});
