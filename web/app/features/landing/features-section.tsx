import { landingTexts } from './landing.texts.ts';
import css from './features-section.module.css';

export function FeaturesSection() {
  return (
    <section id="features" className={css['section']} aria-labelledby="features-title">
      <h2 id="features-title">{landingTexts.features.title}</h2>
      <p className={css['lead']}>{landingTexts.features.lead}</p>
      <ul className={css['list']}>
        {landingTexts.features.items.map((feature) => (
          <li key={feature.title}>
            <h3>{feature.title}</h3>
            <p>{feature.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
