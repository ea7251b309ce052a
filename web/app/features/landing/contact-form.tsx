import { useState, type FormEvent } from 'react';
import { emailMaxLength } from '@sandpiper/contract/limits';
import { contactErrorsOf, contactValuesOf, type ContactErrors } from './contact-rules.ts';
import { sendContact } from './contact.api.ts';
import { landingTexts } from './landing.texts.ts';
import css from './contact-form.module.css';

const texts = landingTexts.contact;

const fieldOrder = ['name', 'email', 'message', 'agree'] as const;
type Field = (typeof fieldOrder)[number];

function FieldError({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p id={id} className={css['error']}>
      {text}
    </p>
  );
}

/**
 * The contact form. Its fields are uncontrolled, so that text typed before the page's script has loaded isn't lost. If sending fails, the
 * error is logged and the visitor can try again.
 */
export function ContactForm() {
  const [errors, setErrors] = useState<ContactErrors>({});
  const [phase, setPhase] = useState<'writing' | 'sending' | 'sent'>('writing');

  function edited(field: Field) {
    setErrors((current) => ({ ...current, [field]: undefined }));
    setPhase((current) => (current === 'sending' ? current : 'writing'));
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = contactValuesOf(form);
    const found = contactErrorsOf(values);
    setErrors(found);
    const first = fieldOrder.find((field) => found[field] !== undefined);
    if (first !== undefined) {
      document.getElementById(`contact-${first}`)?.focus();
      return;
    }
    setPhase('sending');
    const sent = await sendContact(values);
    if (sent) form.reset();
    setPhase(sent ? 'sent' : 'writing');
  }

  const inputFor = (field: Field) => ({
    id: `contact-${field}`,
    name: field,
    // Read-only while sending, because the fields are cleared afterward and would lose anything typed in the meantime.
    readOnly: phase === 'sending',
    'aria-invalid': errors[field] !== undefined,
    'aria-describedby': `contact-${field}-error`,
    onInput: () => edited(field),
  });

  return (
    // With `method="dialog"`, submitting the form before the script has loaded does nothing instead of reloading the page.
    <form className={css['form']} method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <div className={css['field']}>
        <label htmlFor="contact-name">{texts.name}</label>
        <input type="text" autoComplete="name" maxLength={200} {...inputFor('name')} />
        <FieldError id="contact-name-error" text={errors.name} />
      </div>
      <div className={css['field']}>
        <label htmlFor="contact-email">{texts.email}</label>
        <input type="email" autoComplete="email" maxLength={emailMaxLength} {...inputFor('email')} />
        <FieldError id="contact-email-error" text={errors.email} />
      </div>
      <div className={css['field']}>
        <label htmlFor="contact-message">{texts.message}</label>
        <textarea rows={5} {...inputFor('message')} />
        <FieldError id="contact-message-error" text={errors.message} />
      </div>
      <div className={css['field']}>
        <label className={css['agree']}>
          <input type="checkbox" {...inputFor('agree')} aria-describedby="contact-agree-error privacy-notice" />
          <span>{texts.agree}</span>
        </label>
        <FieldError id="contact-agree-error" text={errors.agree} />
      </div>
      <noscript>
        <p className={css['noscript']}>{texts.needsScript}</p>
      </noscript>
      <button type="submit" className={css['send']} disabled={phase === 'sending'}>
        {phase === 'sending' ? texts.sending : texts.send}
      </button>
      <p role="status" className={css['thanks']}>
        {phase === 'sent' ? texts.thanks : ''}
      </p>
    </form>
  );
}
