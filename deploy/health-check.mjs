// The health check of the container image. Exits with code 0 if the server in this container answers or, with the argument
// `ready`, if it can handle requests.
const port = process.env['PORT'] ?? '3000';
const question = process.argv[2] ?? 'health';
try {
  const answer = await fetch(`http://127.0.0.1:${port}/api/${question}`, { signal: AbortSignal.timeout(4000) });
  process.exitCode = answer.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
