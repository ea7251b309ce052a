/**
 * @template Answer
 * @typedef {(value: unknown) => value is Answer} Shape
 */

/**
 * Sends a request to the server and checks the shape of the response. If the session has ended, opens the sign-in form.
 * @template Answer
 * @param {string} path
 * @param {Shape<Answer>} isAnswer
 * @param {object} [body]
 * @returns {Promise<Answer>}
 */
async function ask(path, isAnswer, body) {
  const response = await fetch(path, {
    method: body ? 'POST' : 'GET',
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  if (response.status === 401) window.location.assign('/accounts/login/');
  if (!response.ok) throw new Error(`${path} responded with status ${response.status}`);
  /** @type {unknown} */
  const answer = await response.json();
  if (!isAnswer(answer)) throw new Error(`${path} returned an unexpected format`);
  return answer;
}

/**
 * @template Answer
 * @param {string} path
 * @param {Shape<Answer>} isAnswer
 */
export function get(path, isAnswer) {
  return ask(path, isAnswer);
}

/**
 * @template Answer
 * @param {string} path
 * @param {object} body
 * @param {Shape<Answer>} isAnswer
 */
export function post(path, body, isAnswer) {
  return ask(path, isAnswer, body);
}
