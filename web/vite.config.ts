import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

const server = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [reactRouter()],
  build: { target: 'es2022', manifest: true, assetsInlineLimit: 0 },
  server: { proxy: { '/api': server, '/socket.io': { target: server, ws: true } } },
});
