import { useServerSandbox } from '../../platform/server-sandbox.ts';
import { useSignInOptions } from '../../platform/sign-in-options.ts';
import { SandboxNotice } from '../../ui/sandbox-notice.tsx';
import { BreakdownSection } from './breakdown-section.tsx';
import { ContactSection } from './contact-section.tsx';
import { FaqSection } from './faq-section.tsx';
import { FeaturesSection } from './features-section.tsx';
import { HeroSection } from './hero-section.tsx';
import { LandingFooter } from './landing-footer.tsx';
import { landingTexts } from './landing.texts.ts';
import { LandingHeader } from './landing-header.tsx';
import { PricingSection } from './pricing-section.tsx';
import { RefusalsSection } from './refusals-section.tsx';
import css from './landing.module.css';

export function Landing() {
  const isSandbox = useServerSandbox();
  // The prerendered page assumes that registration is open, so this does too until the server answers.
  const registration = useSignInOptions()?.registration ?? 'open';
  return (
    <div className={css['landing']}>
      <a href="#main" className={css['skip']}>
        {landingTexts.navigation.skip}
      </a>
      <LandingHeader registration={registration} />
      <main id="main" tabIndex={-1}>
        <HeroSection registration={registration} />
        <FeaturesSection />
        <BreakdownSection />
        <RefusalsSection />
        <PricingSection registration={registration} />
        <FaqSection />
        <ContactSection />
      </main>
      <LandingFooter registration={registration} />
      {isSandbox === true && <SandboxNotice at="page-end" />}
    </div>
  );
}
