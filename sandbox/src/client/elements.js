/** @typedef {Record<string, string | ((event: Event) => void)>} Attributes */

/**
 * Makes an element; `onclick` and its like take a listener, everything else is an attribute.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'string') made.setAttribute(name, value);
    else made.addEventListener(name.slice(2), value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/**
 * A `div` that acts as a button, as most of the site's buttons are.
 * @param {string | Node} content
 * @param {() => void} onPress
 * @param {Attributes} [attributes]
 */
export function pressable(content, onPress, attributes = {}) {
  /** @param {Event} event */
  const onKey = (event) => {
    if (event instanceof KeyboardEvent && event.key === 'Enter') onPress();
  };
  return element('div', { role: 'button', tabindex: '0', onclick: onPress, onkeydown: onKey, ...attributes }, content);
}

/** @param {string} label */
export function icon(label) {
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  drawing.setAttribute('aria-label', label);
  drawing.setAttribute('role', 'img');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.setAttribute('width', '20');
  drawing.setAttribute('height', '20');
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
  for (const [name, value] of Object.entries({ cx: '12', cy: '12', r: '8', fill: 'none', stroke: 'currentColor' })) {
    shape.setAttribute(name, value);
  }
  shape.setAttribute('stroke-width', '2');
  drawing.append(shape);
  return drawing;
}

/**
 * @param {string} text
 * @param {Record<string, string>} values
 */
export function fill(text, values) {
  return text.replaceAll(/\{(\w+)\}/gu, (whole, /** @type {string} */ key) => values[key] ?? whole);
}
