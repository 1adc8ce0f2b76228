import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import type { FAQPage } from 'schema-dts';
import { useResponseTime } from '#app/components/office-hours/use-response-time.ts';
import { CategoryPage, type ListProps } from '#app/site/layout/category-page.tsx';
import { ClosingCard } from '#app/site/layout/closing-card.tsx';
import { createAnchors } from '#app/site/lib/anchors.ts';
import { distinctCategories } from '#app/site/lib/category.ts';
import type { Faq } from '#shared/faqs/schema.ts';
import { FaqGroupSection } from './faq-group.tsx';
import { groupFaqs } from './groups.ts';
import { FAQ_MESSAGES } from './messages.ts';

export function FaqPage(list: ListProps<Faq>) {
  const { hash } = useLocation();
  const { within } = useResponseTime();
  // Of all questions, so that a filter changes no link.
  const anchors = createAnchors(
    'question',
    list.items.map(({ question }) => question),
  );
  const anchorOf = new Map(list.items.map(({ id }, index) => [id, anchors[index] ?? id]));

  // Browsers open the answer of a link; the router does not.
  useLayoutEffect(() => {
    const item = document.getElementById(hash.slice(1))?.closest('details');
    if (item) item.open = true;
  }, [hash]);

  return (
    <>
      <CategoryPage
        {...list}
        path="/faq"
        messages={{ ...FAQ_MESSAGES, intro: FAQ_MESSAGES.intro(within) }}
        categories={distinctCategories(list.items)}
        categoryOf={(faq) => faq.category}
        dataOf={faqData}
        className="grid gap-14 pt-10 lg:gap-20 lg:pt-14"
      >
        {(shown) =>
          groupFaqs(shown).map((group) => (
            <FaqGroupSection key={group.category} group={group} anchorOf={anchorOf} />
          ))
        }
      </CategoryPage>
      <ClosingCard {...FAQ_MESSAGES.closing} />
    </>
  );
}

function faqData(shown: readonly Faq[]): FAQPage {
  return {
    '@type': 'FAQPage',
    inLanguage: 'en',
    mainEntity: shown.map(({ question, answer }) => ({
      '@type': 'Question' as const,
      name: question,
      acceptedAnswer: { '@type': 'Answer' as const, text: answer },
    })),
  };
}
