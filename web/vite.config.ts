import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

const server = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

const onThePublicPage =
  /contract[\\/]src|status-badge|charts[\\/]|mark\.tsx|footprints|loading-screen|numbers\.ts|api\.ts|token-store|IconX|Icon(AlertTriangle|Ban|Check|Circle|CircleDashed|Clock|HelpCircle|Loader2|Lock|PlayerPause|PlayerPlay|UserQuestion)\.mjs|createReactComponent|defaultAttributes/;

/** What many signed-in screens use and the public page does not. */
function isShared(id: string): boolean {
  return /@mantine|@floating-ui|@tabler|app[\\/](ui|platform)[\\/]/.test(id) && !onThePublicPage.test(id);
}

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    target: 'es2022',
    manifest: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 3 },
            { name: 'public', test: onThePublicPage, minShareCount: 2, priority: 2 },
            { name: 'shared', test: isShared, minShareCount: 18, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/socket.io': { target: server, ws: true } } },
});
