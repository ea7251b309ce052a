/**
 * @template Answer
 * @typedef {(value: unknown) => value is Answer} Shape
 */

/**
 * Sends a request to the server and checks the shape of the response. If the session has ended and the response is still needed, opens the
 * sign-in form.
 * @template Answer
 * @param {string} path
 * @param {Shape<Answer>} isAnswer
 * @param {{ body?: object, isNeeded?: () => boolean }} [options]
 * @returns {Promise<Answer>}
 */
async function ask(path, isAnswer, { body, isNeeded = () => true } = {}) {
  const response = await fetch(path, {
    method: body ? 'POST' : 'GET',
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  if (response.status === 401 && isNeeded()) window.location.assign('/accounts/login/');
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
 * @param {() => boolean} [isNeeded] whether the response is still needed when it arrives
 */
export function get(path, isAnswer, isNeeded) {
  return ask(path, isAnswer, isNeeded === undefined ? {} : { isNeeded });
}

/**
 * @template Answer
 * @param {string} path
 * @param {object} body
 * @param {Shape<Answer>} isAnswer
 */
export function post(path, body, isAnswer) {
  return ask(path, isAnswer, { body });
}
