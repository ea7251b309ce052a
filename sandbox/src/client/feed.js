import { isAnything } from './answers.js';
import { raiseMenu } from './dialogs.js';
import { post } from './server.js';

/** @import { Texts } from '../texts/en.ts' */

/**
 * Lets the "…" of each post open a menu about the post, and records how often that happens.
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
