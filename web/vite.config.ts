import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

const server = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

const framework = /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/;

/** Our own modules that the landing page loads, and the icons of its status badge. */
const publicPage =
  /contract[\\/]src[\\/](limits|plans|client|errors|primitives|endpoint|mail-address|contact)\.|ui[\\/](charts[\\/]|status-badge|logo|footprint-trail|loading-screen|sandbox-notice|rich-text\.tsx|public\.texts)|platform[\\/](numbers|api|server-sandbox|token-store)|createReactComponent|defaultAttributes|Icon(X|HandStop|Ban|Check|Circle|CircleDashed|Clock|Flask|HelpCircle|Loader2|Lock|PlayerPause|PlayerPlay|PlayerSkipForward|UserQuestion)\.mjs/;

const signedIn = /@mantine|@floating-ui|@tabler|app[\\/](ui|platform)[\\/]/;

/** A module goes into the common file of the signed-in pages if at least this many of them import it. */
const signedInShare = 29;

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    target: 'es2022',
    manifest: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // By default, the bundler makes a hundred small files, whose list alone adds 5 KB to the landing page. A group
        // includes what its modules import, so the landing page's modules have to be taken out first.
        codeSplitting: {
          groups: [
            { name: 'framework', test: framework, priority: 3 },
            { name: 'public', test: publicPage, minShareCount: 2, priority: 2 },
            { name: 'signed-in', test: signedIn, minShareCount: signedInShare, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/socket.io': { target: server, ws: true },
      // Mail programs post to the page that people open.
      '/unsubscribe': { target: server, bypass: ({ method, url }) => (method === 'POST' ? undefined : url) },
    },
  },
});
