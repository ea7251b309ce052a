import { productName } from '@sandpiper/contract/limits';
import { Landing } from '../features/landing/landing.tsx';
import { structuredDataFor } from '../features/landing/structured-data.ts';
import { landingTexts } from '../features/landing/landing.texts.ts';

/** A placeholder in the prerendered HTML. The server replaces it with `PUBLIC_URL` or, if that isn't set, the origin of the request. */
const placeholderOrigin = 'https://sandpiper.example';

/** The ID of the element that the landing page's script hydrates. */
export const landingRootId = 'landing';

export function meta() {
  const origin = typeof window === 'undefined' ? placeholderOrigin : window.location.origin;
  const { title, summary, imageAlt } = landingTexts.meta;
  const image = `${origin}/og-image.png`;
  return [
    { title },
    { name: 'description', content: summary },
    { name: 'robots', content: 'index, follow, max-image-preview:large' },
    { tagName: 'link', rel: 'canonical', href: `${origin}/` },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: productName },
    { property: 'og:locale', content: 'en' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: summary },
    { property: 'og:url', content: `${origin}/` },
    { property: 'og:image', content: image },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: imageAlt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: summary },
    { name: 'twitter:image', content: image },
    { 'script:ld+json': structuredDataFor(origin) },
  ];
}

export default function LandingPage() {
  return (
    <div id={landingRootId}>
      <Landing />
    </div>
  );
}
