import type { BreadcrumbList, FAQPage, WithContext } from 'schema-dts';
import { breadcrumbData } from '#app/site/lib/structured-data.ts';
import type { Faq } from '#shared/faqs/schema.ts';
import { FAQ_MESSAGES } from './messages.ts';

const FAQ_PATH = '/faq';

/** Structured data of the questions that are visible. */
export function faqData(
  shown: readonly Faq[],
  publicUrl: string,
): [WithContext<FAQPage>, WithContext<BreadcrumbList>] {
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      url: `${publicUrl}${FAQ_PATH}`,
      inLanguage: 'en',
      mainEntity: shown.map(({ question, answer }) => ({
        '@type': 'Question' as const,
        name: question,
        acceptedAnswer: { '@type': 'Answer' as const, text: answer },
      })),
    },
    breadcrumbData(publicUrl, [{ name: FAQ_MESSAGES.heading, path: FAQ_PATH }]),
  ];
}
