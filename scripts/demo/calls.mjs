import { Failure } from '../project.mjs';

/** A caller of one server: `call('POST /api/lists', body)` answers the reply's body, or fails with what the server said. */
export function callerOf(baseUrl, token) {
  return async (call, body) => {
    const [method, path] = call.split(' ');
    const headers = {};
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Failure(`${call} was answered with ${answer.status}: ${text.slice(0, 500)}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}
