import { isAnything } from './answers.js';
import { raiseMenu } from './dialogs.js';
import { post } from './server.js';

/** @import { Texts } from '../texts/en.ts' */

/**
 * Makes each post's "…" button open a menu, and reports every press to the server.
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
