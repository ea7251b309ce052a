import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

const server = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

const framework = /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/;

/** What guests see first, and what signed-in users see first. */
const guestScreens = /pages[\\/](failure-screen|frame\.layout|guest\.layout|login\.page)\.tsx/;
const firstScreen = /pages[\\/](signed-in\.layout|dashboard\.page)\.tsx/;

/** What dialogs, menus, forms and tables are made of. */
const parts = /@mantine|@floating-ui|@tabler|app[\\/](ui|platform)[\\/]/;

/** Screens that must import a part before it goes into the common file. */
const partsShare = 6;

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    target: 'es2022',
    manifest: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // By default, the bundler makes a hundred small files. A group includes everything that its modules import, so the
        // first screens load their groups and nothing else: guests the frame, signed-in users also the dashboard.
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
  server: {
    proxy: {
      '/api': server,
      '/socket.io': { target: server, ws: true },
      // Mail programs send a POST to the address of the page that people open.
      '/unsubscribe': { target: server, bypass: ({ method, url }) => (method === 'POST' ? undefined : url) },
    },
  },
});
