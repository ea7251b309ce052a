/**
 * Asks the site; whoever is signed out meanwhile ends up at the sign-in form.
 * @param {string} path
 * @param {object} [body]
 */
async function ask(path, body) {
  const response = await fetch(path, {
    method: body ? 'POST' : 'GET',
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  if (response.status === 401) window.location.assign('/accounts/login/');
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response;
}

/**
 * @template Answer
 * @param {string} path
 * @returns {Promise<Answer>}
 */
export async function get(path) {
  return (await ask(path)).json();
}

/**
 * @template Answer
 * @param {string} path
 * @param {object} body
 * @returns {Promise<Answer>}
 */
export async function post(path, body) {
  return (await ask(path, body)).json();
}
