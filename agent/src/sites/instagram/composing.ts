import { chatWith } from './page.view.ts';
import { click, isFocused, withKeys } from './pointer.ts';
import { typedText } from './page-script/elements.script.ts';
import { failed } from './report.ts';
import type { SiteContext } from './site.context.ts';
import { stepThrough } from './visiting.ts';

async function emptyComposer(site: SiteContext): Promise<void> {
  await site.page.selectAll();
  await site.page.press('Backspace');
}

/**
 * Puts the text into the composer and compares it; whatever was in there before is removed. `again`: it has stood there whole
 * before, so that a composer found empty is left so: its user may have sent it.
 */
export async function compose(site: SiteContext, handle: string, text: string, again = false): Promise<void> {
  const composer = { kind: 'composer', handle } as const;
  const wanted = text.replace(/\r\n?/gu, '\n').trim();
  let typed = 0;
  const done = await stepThrough(
    site,
    async (view) => {
      const standing = chatWith(view, handle)?.composer ?? null;
      if (standing === null) return null;
      if (typedText(standing) === typedText(text)) return true;
      if (again && standing.trim() === '') return true;
      if (typed >= 6) return null;
      // The focus alone is not enough: an editor that was focused by a script may have no place for the caret.
      if ((await click(site.page, composer)) !== 'done') return null;
      const touch = await withKeys(site.page, composer, async () => {
        if (standing !== '') await emptyComposer(site);
        await site.page.type(wanted);
      });
      // Firefox drops keys in the first moments of a page; those tries do not count.
      if (touch === 'done' || touch === 'strayed') typed += 1;
      return null;
    },
    { timeoutMs: site.timing.stepMs + text.length * 50 },
  );
  if (done === null)
    throw failed('text_not_accepted', 'Instagram did not take the text of the message as it is.', true);
}

/** Takes an unsent text out again, as far as the page lets us. */
export async function discardDraft(site: SiteContext, handle: string): Promise<void> {
  const composer = { kind: 'composer', handle } as const;
  if (!(await isFocused(site.page, composer))) await click(site.page, composer);
  if (await isFocused(site.page, composer)) await withKeys(site.page, composer, () => emptyComposer(site));
}
