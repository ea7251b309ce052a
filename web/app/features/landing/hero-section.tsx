import { Link } from 'react-router';
import { tagline, summary } from './landing-texts.ts';
import { LiveCampaign } from './live-campaign.tsx';
import css from './hero-section.module.css';

export function HeroSection() {
  return (
    <section className={css['hero']} aria-labelledby="landing-title">
      <div className={css['words']}>
        <h1 id="landing-title" className={css['title']}>
          {tagline}
        </h1>
        <p className={css['summary']}>{summary}</p>
        <div className={css['actions']}>
          <Link to="/register" className={css['primary']}>
            Create your account
          </Link>
          <a href="#breakdown" className={css['secondary']}>
            See how it works
          </a>
        </div>
        <p className={css['note']}>
          Automation can cost you an account. <a href="#faq">Read what we say about that</a> before you start.
        </p>
      </div>
      <LiveCampaign />
    </section>
  );
}
