import { landingTexts } from './landing.texts.ts';
import css from './refusals-section.module.css';

export function RefusalsSection() {
  return (
    <section className={css['section']} aria-labelledby="refusals-title">
      <svg className={css['shore']} viewBox="0 0 1440 48" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 30C240 4 420 44 700 26S1120 6 1440 32V49H0Z" />
      </svg>
      <div className={css['inner']}>
        <h2 id="refusals-title">{landingTexts.refusals.title}</h2>
        <p className={css['lead']}>{landingTexts.refusals.lead}</p>
        <ul className={css['list']}>
          {landingTexts.refusals.items.map((refusal) => (
            <li key={refusal.title}>
              <h3>{refusal.title}</h3>
              <p>{refusal.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
