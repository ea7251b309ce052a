import { landingPlans } from '@sandpiper/contract/plans';
import { Link } from 'react-router';
import css from './pricing-section.module.css';

type LandingPlan = (typeof landingPlans)[number];

const dollars = (amount: number) => `$${amount.toFixed(2)}`;

function Price({ plan }: { plan: LandingPlan }) {
  if (plan.monthly === null) return <p className={css['price']}>Contact us</p>;
  return (
    <>
      <p className={`${css['price']} ${css['monthly']}`}>
        {dollars(plan.monthly)} <span>per month</span>
      </p>
      <p className={`${css['price']} ${css['yearly']}`}>
        {dollars(plan.yearly)} <span>per year</span>
      </p>
    </>
  );
}

function PlanCard({ plan }: { plan: LandingPlan }) {
  return (
    <li className={css['plan']} data-popular={plan.mostPopular}>
      <div className={css['name']}>
        <h3>{plan.name}</h3>
        {plan.mostPopular ? <span className={css['popular']}>Most Popular</span> : null}
      </div>
      <Price plan={plan} />
      {plan.monthly === null ? (
        <p className={css['custom']}>Many people, many computers, or something we have not thought of.</p>
      ) : (
        <ul className={css['features']}>
          {plan.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      )}
      {plan.monthly === null ? (
        <a href="#contact" className={css['choose']}>
          Contact us
        </a>
      ) : (
        <Link to="/register" className={css['choose']} aria-label={`Sign up for ${plan.name}`}>
          Sign Up
        </Link>
      )}
    </li>
  );
}

/** Both prices are in the page; which one shows is decided by the chosen radio in the style sheet, without a script. */
export function PricingSection() {
  return (
    <section id="pricing" className={css['section']} aria-labelledby="pricing-title">
      <h2 id="pricing-title">Prices</h2>
      <fieldset className={css['toggle']}>
        <legend>Billing period</legend>
        <label>
          <input type="radio" name="billing" value="monthly" defaultChecked />
          <span>Monthly</span>
        </label>
        <label>
          <input type="radio" name="billing" value="yearly" />
          <span>Yearly</span>
        </label>
        <span className={css['saving']}>Save 12% on annual</span>
      </fieldset>
      <ul className={css['plans']}>
        {landingPlans.map((plan) => (
          <PlanCard key={plan.name} plan={plan} />
        ))}
      </ul>
    </section>
  );
}
