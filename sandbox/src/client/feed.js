import { isAnything } from './answers.js';
import { raiseMenu } from './dialogs.js';
import { post } from './server.js';

/** @import { Texts } from '../texts/en.ts' */

/**
 * The "…" of each post opens a menu about the post. How often that happens is on record.
 * @param {Texts} texts
 */
export function startFeed(texts) {
  const idle = () => undefined;
  for (const more of document.querySelectorAll('.more')) {
    more.addEventListener('click', () => {
      void post('/ajax/post-menu', {}, isAnything);
      raiseMenu(texts.options, [
        { label: texts.report, onPress: idle },
        { label: texts.aboutAccount, onPress: idle },
        { label: texts.cancel, onPress: idle },
      ]);
    });
  }
}
