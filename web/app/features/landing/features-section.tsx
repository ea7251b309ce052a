import { features } from './landing-texts.ts';
import css from './features-section.module.css';

export function FeaturesSection() {
  return (
    <section id="features" className={css['section']} aria-labelledby="features-title">
      <h2 id="features-title">Is it sending? Is anything wrong? What came of it?</h2>
      <p className={css['lead']}>Three questions, answered at a glance, all day long.</p>
      <ul className={css['list']}>
        {features.map((feature) => (
          <li key={feature.title}>
            <h3>{feature.title}</h3>
            <p>{feature.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
