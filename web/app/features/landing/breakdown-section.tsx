import { footprintPath } from '../../ui/logo.tsx';
import { landingTexts } from './landing.texts.ts';
import css from './breakdown-section.module.css';

const prints = 40;

export function BreakdownSection() {
  return (
    <section id="breakdown" className={css['section']} aria-labelledby="breakdown-title">
      <h2 id="breakdown-title">{landingTexts.breakdown.title}</h2>
      <ol className={css['steps']}>
        {landingTexts.breakdown.steps.map((step) => (
          <li key={step.title}>
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
      <svg className={css['tracks']} viewBox={`0 0 ${prints * 24} 30`} aria-hidden="true">
        {Array.from({ length: prints }, (_, index) => (
          <path
            key={`print-${index}`}
            d={footprintPath}
            transform={`translate(${index * 24 + 8} ${index % 2 === 0 ? 8 : 21})`}
            opacity={1 - (index / prints) * 0.85}
          />
        ))}
      </svg>
    </section>
  );
}
