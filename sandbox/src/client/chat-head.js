import { element, fill } from './elements.js';

/** @import { Texts } from '../texts/en.ts' */
/** @import { ChatView, PersonView } from '../site/page-data.ts' */

/**
 * Returns a conversation's header, which names the other person, in the site's current layout or an older one.
 * @param {ChatView} chat
 * @param {Texts} texts
 * @param {Node[]} tools
 */
export function chatHead({ head, person }, texts, tools) {
  if (head !== 'link') {
    const pagelet = head === 'labelled' ? { 'data-pagelet': 'IGDInboxHeaderOffMsys' } : {};
    return element('div', { class: 'chat-head', ...pagelet }, labelledName(person, texts), ...tools);
  }
  const name = element('span', { title: person.name, dir: 'auto' }, person.name);
  const handle = element('span', { class: 'handle' }, person.username);
  const presence = element('span', { class: 'presence' }, texts.activeNow);
  const who =
    person.href === null
      ? element('div', {}, name)
      : element('a', { href: person.href, role: 'link' }, name, handle, presence);
  return element('div', { class: 'chat-head' }, who, ...tools);
}

/**
 * Returns the heading with the person's name. The heading has no link for a group or a person whose profile is gone.
 * @param {PersonView} person
 * @param {Texts} texts
 */
function labelledName({ href, name, username }, texts) {
  const heading = element('h2', {}, element('span', { title: name, dir: 'auto' }, name));
  if (href === null) return heading;
  const label = fill(texts.openProfileOf, { handle: username });
  return element('a', { href, role: 'link', 'aria-label': label }, heading);
}
