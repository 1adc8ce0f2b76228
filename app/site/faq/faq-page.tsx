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
import { faqData } from './faq-data.ts';
import { FaqGroupSection } from './faq-group.tsx';
import { groupFaqs } from './groups.ts';
import { FAQ_MESSAGES } from './messages.ts';

type Props = { faqs: readonly Faq[]; failure: LoadFailure | null };

export function FaqPage({ faqs, failure }: Props) {
  const [query] = useSearchParams();
  const publicUrl = usePublicUrl();
  const category = selectedCategory(query);
  const shown = category ? faqs.filter((faq) => faq.category === category) : faqs;

  return (
    <>
      <StructuredData data={faqData(shown, publicUrl)} />
      <PageHeader title={FAQ_MESSAGES.heading} intro={FAQ_MESSAGES.intro}>
        <CategoryFilter
          path="/faq"
          label={FAQ_MESSAGES.filter}
          allLabel={FAQ_MESSAGES.all}
          categories={distinctCategories(faqs)}
          selected={category}
        />
      </PageHeader>
      <p role="status" className="sr-only">
        {FAQ_MESSAGES.shown(shown.length, category)}
      </p>
      <div className="content-width grid gap-14 pt-10 lg:gap-20 lg:pt-14">
        {shown.length > 0 ? (
          groupFaqs(shown).map((group) => <FaqGroupSection key={group.category} group={group} />)
        ) : (
          <EmptyList
            text={category && faqs.length > 0 ? FAQ_MESSAGES.noMatch : FAQ_MESSAGES.empty}
            retry={failure && { to: '/faq', failure }}
            all={
              category && faqs.length > 0 ? { to: '/faq', label: FAQ_MESSAGES.showAll } : undefined
            }
          />
        )}
      </div>
      <ClosingCard {...FAQ_MESSAGES.closing} />
    </>
  );
}
