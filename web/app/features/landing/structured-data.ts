import { landingPlans } from '@sandpiper/contract/landing-plans';
import { productName } from '@sandpiper/contract/limits';
import { landingTexts } from './landing.texts.ts';

function offerOf(plan: (typeof landingPlans)[number], origin: string) {
  if (plan.monthly === null) return [];
  const offer = (price: number, unit: 'MON' | 'ANN') => ({
    '@type': 'Offer',
    name: plan.name,
    url: `${origin}/#pricing`,
    price: price.toFixed(2),
    priceCurrency: 'USD',
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price: price.toFixed(2),
      priceCurrency: 'USD',
      referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: unit },
    },
  });
  return [offer(plan.monthly, 'MON'), offer(plan.yearly, 'ANN')];
}

/** Returns the schema.org data about the product and the FAQ, for search engines. */
export function structuredDataFor(origin: string) {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'SoftwareApplication',
        '@id': `${origin}/#product`,
        name: productName,
        url: `${origin}/`,
        image: `${origin}/og-image.png`,
        description: landingTexts.meta.summary,
        applicationCategory: 'BusinessApplication',
        operatingSystem: landingTexts.meta.operatingSystems,
        offers: landingPlans.flatMap((plan) => offerOf(plan, origin)),
      },
      {
        '@type': 'FAQPage',
        '@id': `${origin}/#faq`,
        mainEntity: landingTexts.faq.items.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  };
}
