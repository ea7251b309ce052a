/** @typedef {Record<string, string | ((event: Event) => void)>} Attributes */

/**
 * Creates an element. Attributes for events, such as `onclick`, take a listener.
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
 * Creates a `div` that acts as a button, like most of the site's buttons.
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

/** SVG paths of the icons, for a viewBox of 24 by 24. */
const outlines = {
  close: 'M5 5 L19 19 M19 5 L5 19',
  options: 'M5 12h.01 M12 12h.01 M19 12h.01',
  write: 'M4 20h16 M5 16 L16 5 L19 8 L8 19 L4 20 Z',
  failed: 'M12 3a9 9 0 1 0 .01 0 M12 7v6 M12 16.5h.01',
  smile: 'M12 3a9 9 0 1 0 .01 0 M8 14q4 4 8 0 M9 9h.01 M15 9h.01',
};

/**
 * @param {keyof typeof outlines} outline
 * @param {string} label
 */
export function icon(outline, label) {
  const namespace = 'http://www.w3.org/2000/svg';
  const drawing = document.createElementNS(namespace, 'svg');
  drawing.setAttribute('aria-label', label);
  drawing.setAttribute('role', 'img');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.setAttribute('width', '20');
  drawing.setAttribute('height', '20');
  const line = document.createElementNS(namespace, 'path');
  const look = {
    d: outlines[outline],
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
  };
  for (const [name, value] of Object.entries(look)) line.setAttribute(name, value);
  drawing.append(line);
  return drawing;
}

/**
 * @param {string} text
 * @param {Record<string, string>} values
 */
export function fill(text, values) {
  return text.replaceAll(/\{(\w+)\}/gu, (whole, /** @type {string} */ key) => values[key] ?? whole);
}
