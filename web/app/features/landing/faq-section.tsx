import { landingTexts } from './landing.texts.ts';
import css from './faq-section.module.css';

export function FaqSection() {
  return (
    <section id="faq" className={css['section']} aria-labelledby="faq-title">
      <h2 id="faq-title">{landingTexts.faq.title}</h2>
      <div className={css['list']}>
        {landingTexts.faq.items.map(({ question, answer }) => (
          <details key={question} name="faq" className={css['item']}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
