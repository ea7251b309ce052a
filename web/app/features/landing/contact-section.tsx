import { RichText } from '../../ui/rich-text.tsx';
import { ContactForm } from './contact-form.tsx';
import { landingTexts } from './landing.texts.ts';
import css from './contact-section.module.css';

const privacyTags = { strong: (text: string) => <strong>{text}</strong> };

export function ContactSection() {
  return (
    <section id="contact" className={css['section']} aria-labelledby="contact-title">
      <div className={css['words']}>
        <h2 id="contact-title">{landingTexts.contact.title}</h2>
        <p>{landingTexts.contact.lead}</p>
        <p className={css['privacy']} id="privacy-notice">
          <RichText text={landingTexts.contact.privacy} tags={privacyTags} />
        </p>
      </div>
      <ContactForm />
    </section>
  );
}
