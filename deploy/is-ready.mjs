// The health check of the container image: ends with 0 when the server in this container can work.
const port = process.env['PORT'] ?? '3000';
try {
  const answer = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(4000) });
  process.exitCode = answer.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
