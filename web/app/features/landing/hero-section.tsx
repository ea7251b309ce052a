import { landingPlans } from '@sandpiper/contract/landing-plans';
import { RichText } from '../../ui/rich-text.tsx';
import { landingTexts } from './landing.texts.ts';
import { LiveCampaign } from './live-campaign.tsx';
import { SignUpLink } from './sign-up-link.tsx';
import { TrialHint } from './trial-hint.tsx';
import css from './hero-section.module.css';

const warningTags = { link: (text: string) => <a href="#faq">{text}</a> };
const priceTags = { link: (text: string) => <a href="#pricing">{text}</a> };
const monthlyPrices = landingPlans.flatMap(({ monthly }) => (monthly === null ? [] : [monthly]));
const lowestPrice = landingTexts.pricing.price(Math.min(...monthlyPrices));

export function HeroSection() {
  return (
    <section className={css['hero']} aria-labelledby="landing-title">
      <div className={css['words']}>
        <h1 id="landing-title" className={css['title']}>
          {landingTexts.hero.tagline}
        </h1>
        <p className={css['summary']}>{landingTexts.meta.summary}</p>
        <div className={css['actions']}>
          <SignUpLink className={css['primary']} instead={landingTexts.hero.ask}>
            {landingTexts.hero.register}
          </SignUpLink>
          <a href="#breakdown" className={css['secondary']}>
            {landingTexts.hero.howItWorks}
          </a>
          <TrialHint text={landingTexts.hero.trial} />
        </div>
        <p className={css['note']}>
          <RichText text={landingTexts.hero.price(lowestPrice)} tags={priceTags} />{' '}
          <RichText text={landingTexts.hero.warning} tags={warningTags} />
        </p>
      </div>
      <LiveCampaign />
    </section>
  );
}
