import { ContactForm } from './contact-form.tsx';
import css from './contact-section.module.css';

export function ContactSection() {
  return (
    <section id="contact" className={css['section']} aria-labelledby="contact-title">
      <div className={css['words']}>
        <h2 id="contact-title">Contact</h2>
        <p>Tell us what you want to do and what stands in the way. A person reads it and answers by mail.</p>
        <p className={css['privacy']} id="privacy-notice">
          <strong>Privacy notice.</strong> We keep your name, your address and your message to answer you. We do not
          pass them on and send you nothing else. Write to us here to have them deleted.
        </p>
      </div>
      <ContactForm />
    </section>
  );
}
