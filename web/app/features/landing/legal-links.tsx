import { landingSetting } from '../../platform/page-settings.ts';
import { publicTexts } from '../../ui/public.texts.ts';
import css from './legal-links.module.css';

/** Links to the terms of service and the privacy policy. CSS hides a link if the server has no URL for it. */
export function LegalLinks() {
  return (
    <>
      <a href={landingSetting('termsUrl')} className={css['terms']}>
        {publicTexts.legal.terms}
      </a>
      <a href={landingSetting('privacyUrl')} className={css['privacy']}>
        {publicTexts.legal.privacy}
      </a>
    </>
  );
}
