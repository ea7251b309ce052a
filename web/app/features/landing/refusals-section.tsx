import { refusals } from './landing-texts.ts';
import css from './refusals-section.module.css';

export function RefusalsSection() {
  return (
    <section className={css['section']} aria-labelledby="refusals-title">
      <svg className={css['shore']} viewBox="0 0 1440 48" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 30C240 4 420 44 700 26S1120 6 1440 32V49H0Z" />
      </svg>
      <div className={css['inner']}>
        <h2 id="refusals-title">What Sandpiper does not do</h2>
        <p className={css['lead']}>
          There are tools that promise to slip past Instagram. This is not one of them, and we are proud of it.
        </p>
        <ul className={css['list']}>
          {refusals.map((refusal) => (
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
