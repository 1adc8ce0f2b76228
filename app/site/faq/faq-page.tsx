import { useSearchParams } from 'react-router';
import { StructuredData } from '#app/lib/trusted-html.tsx';
import { CategoryFilter } from '#app/site/layout/category-filter.tsx';
import { ClosingCard } from '#app/site/layout/closing-card.tsx';
import { EmptyList } from '#app/site/layout/empty-list.tsx';
import { PageHeader } from '#app/site/layout/page-header.tsx';
import { distinctCategories, selectedCategory } from '#app/site/lib/category.ts';
import { usePublicUrl } from '#app/site/lib/page-meta.ts';
import type { Faq } from '#shared/faqs/schema.ts';
import type { LoadFailure } from '#shared/load-failures/messages.ts';
import { FAQ_PATH, FAQ_TEXTS } from './faq-content.ts';
import { faqData } from './faq-data.ts';
import { FaqGroupSection } from './faq-group.tsx';
import { groupFaqs } from './groups.ts';

type Props = { faqs: readonly Faq[]; failure: LoadFailure | null };

export function FaqPage({ faqs, failure }: Props) {
  const [query] = useSearchParams();
  const publicUrl = usePublicUrl();
  const category = selectedCategory(query);
  const shown = category ? faqs.filter((faq) => faq.category === category) : faqs;

  return (
    <>
      <StructuredData data={faqData(shown, publicUrl)} />
      <PageHeader title={FAQ_TEXTS.heading} intro={FAQ_TEXTS.intro}>
        <CategoryFilter
          path={FAQ_PATH}
          label="Filter questions by category"
          allLabel="All Categories"
          categories={distinctCategories(faqs)}
          selected={category}
        />
      </PageHeader>
      <p role="status" className="sr-only">
        {`${shown.length} ${shown.length === 1 ? 'question' : 'questions'} in ${category ?? 'all categories'}`}
      </p>
      <div className="content-width grid gap-14 pt-10 lg:gap-20 lg:pt-14">
        {shown.length > 0 ? (
          groupFaqs(shown).map((group) => <FaqGroupSection key={group.category} group={group} />)
        ) : (
          <EmptyList
            text={category && faqs.length > 0 ? FAQ_TEXTS.noMatch : FAQ_TEXTS.empty}
            retry={failure && { to: FAQ_PATH, failure }}
            all={
              category && faqs.length > 0
                ? { to: FAQ_PATH, label: 'Show all questions' }
                : undefined
            }
          />
        )}
      </div>
      <ClosingCard
        heading="Still Have Questions?"
        text="Write to us or send the outline of your project. A person answers within one hour."
        primary={{ to: '/contact', label: 'Contact Us' }}
        secondary={{ to: '/order', label: 'Request Quote' }}
      />
    </>
  );
}
