import { closeOnEscape } from './dialogs.js';
import { element, fill, icon, pressable } from './elements.js';
import { recordTyping } from './checkpoint.js';

/** @import { Texts } from '../texts/en.ts' */
/** @import { PersonView } from '../site/page-data.ts' */

/**
 * Shows the story viewer on top of the page. Typing into its field would reply to the story, so what is typed there is reported
 * to the server.
 * @param {PersonView} person
 * @param {Texts} texts
 * @param {() => void} onClose
 */
export function raiseStories({ username, href }, texts, onClose) {
  const label = fill(texts.storyReply, { handle: username });
  const viewer = element('section', { class: 'stories' });
  const close = () => {
    viewer.remove();
    onClose();
  };
  viewer.append(
    element(
      'div',
      { class: 'line' },
      element('a', { href: href ?? '#', role: 'link' }, username),
      pressable(icon('options', texts.pause), () => undefined),
      pressable(icon('close', texts.close), close),
    ),
    element('textarea', { placeholder: label, 'aria-label': label, name: 'story_reply', rows: '1' }),
  );
  document.body.append(viewer);
  recordTyping(viewer);
  closeOnEscape(close);
}
