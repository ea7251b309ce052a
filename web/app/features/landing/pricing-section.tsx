import { landingPlans } from '@sandpiper/contract/landing-plans';
import { landingTexts } from './landing.texts.ts';
import { SignUpLink } from './sign-up-link.tsx';
import { TrialHint } from './trial-hint.tsx';
import css from './pricing-section.module.css';

type LandingPlan = (typeof landingPlans)[number];

const texts = landingTexts.pricing;

function Price({ plan }: { plan: LandingPlan }) {
  if (plan.monthly === null) return <p className={css['price']}>{texts.contact}</p>;
  return (
    <>
      <p className={`${css['price']} ${css['monthly']}`}>
        {texts.price(plan.monthly)} <span>{texts.perMonth}</span>
      </p>
      <p className={`${css['price']} ${css['yearly']}`}>
        {texts.price(plan.yearly)} <span>{texts.perYear}</span>
      </p>
    </>
  );
}

function PlanCard({ plan }: { plan: LandingPlan }) {
  return (
    <li className={css['plan']} data-popular={plan.mostPopular}>
      <div className={css['name']}>
        <h3>{plan.name}</h3>
        {plan.mostPopular ? <span className={css['popular']}>{texts.mostPopular}</span> : null}
      </div>
      <Price plan={plan} />
      {plan.monthly === null ? (
        <p className={css['custom']}>{texts.custom}</p>
      ) : (
        <ul className={css['features']}>
          {plan.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      )}
      {plan.monthly === null ? (
        <a href="#contact" className={css['choose']}>
          {texts.contact}
        </a>
      ) : (
        <SignUpLink className={css['choose']} label={texts.signUpFor(plan.name)} instead={texts.contact}>
          {texts.signUp}
        </SignUpLink>
      )}
    </li>
  );
}

/**
 * The prices. The HTML contains both monthly and yearly prices, and CSS shows the prices whose radio button is checked, so no script is
 * needed.
 */
export function PricingSection() {
  return (
    <section id="pricing" className={css['section']} aria-labelledby="pricing-title">
      <h2 id="pricing-title">{texts.title}</h2>
      <TrialHint text={texts.trial} />
      <fieldset className={css['toggle']}>
        <legend>{texts.period}</legend>
        <label>
          <input type="radio" name="billing" value="monthly" defaultChecked />
          <span>{texts.monthly}</span>
        </label>
        <label>
          <input type="radio" name="billing" value="yearly" />
          <span>{texts.yearly}</span>
        </label>
        <span className={css['saving']}>{texts.saving}</span>
      </fieldset>
      <ul className={css['plans']}>
        {landingPlans.map((plan) => (
          <PlanCard key={plan.name} plan={plan} />
        ))}
      </ul>
    </section>
  );
}
