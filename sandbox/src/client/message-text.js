import { element } from './elements.js';

/** @import { DrawingView } from '../site/page-data.ts' */

const linkPattern = /https?:\/\/\S+/gu;

/**
 * Returns a message's text as the site displays it.
 * @param {string} text
 * @param {DrawingView} drawing
 * @returns {(Node | string)[]}
 */
export function drawText(text, { hasPreviews, isRedrawn, hasLinesAsBlocks }) {
  const drawn = isRedrawn
    ? text.replaceAll(linkPattern, (link) => `${link.slice(0, 18)}…`).replaceAll(':)', '🙂')
    : text;
  if (hasPreviews) return withLinks(drawn);
  if (!hasLinesAsBlocks) return [drawn];
  return drawn.split('\n').map((line) => element('div', {}, line === '' ? element('br') : line));
}

/**
 * @param {string} text
 * @returns {(Node | string)[]}
 */
function withLinks(text) {
  const between = text.split(linkPattern);
  const links = text.match(linkPattern) ?? [];
  return between.flatMap((part, index) => {
    const link = links[index];
    return link === undefined ? [part] : [part, element('a', { href: link }, link)];
  });
}

/**
 * Returns the link preview next to a message, or nothing if the message has no link or the layout has no previews.
 * @param {string} text
 * @param {DrawingView} drawing
 * @returns {Node[]}
 */
export function previewOf(text, { hasPreviews }) {
  const link = text.match(linkPattern)?.[0];
  if (!hasPreviews || link === undefined) return [];
  const { host } = new URL(link);
  const title = element('span', { dir: 'auto' }, `Everything there is to see at ${host}`);
  return [element('a', { href: link, 'aria-label': `Link to ${host}`, class: 'preview' }, title)];
}
