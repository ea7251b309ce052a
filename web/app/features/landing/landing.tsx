import { useServerSandbox } from '../../platform/server-sandbox.ts';
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
  return (
    <div className={css['landing']}>
      <a href="#main" className={css['skip']}>
        {landingTexts.navigation.skip}
      </a>
      <LandingHeader />
      <main id="main" tabIndex={-1}>
        <HeroSection />
        <FeaturesSection />
        <BreakdownSection />
        <RefusalsSection />
        <PricingSection />
        <FaqSection />
        <ContactSection />
      </main>
      <LandingFooter />
      {isSandbox === true && <SandboxNotice at="page-end" />}
    </div>
  );
}
