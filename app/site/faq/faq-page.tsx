import { CategoryPage } from '#app/site/layout/category-page.tsx';
import { ClosingCard } from '#app/site/layout/closing-card.tsx';
import { distinctCategories } from '#app/site/lib/category.ts';
import type { Faq } from '#shared/faqs/schema.ts';
import type { LoadFailure } from '#shared/load-failures/messages.ts';
import { faqData } from './faq-data.ts';
import { FaqGroupSection } from './faq-group.tsx';
import { groupFaqs } from './groups.ts';
import { FAQ_MESSAGES } from './messages.ts';

type Props = { faqs: readonly Faq[]; failure: LoadFailure | null };

export function FaqPage({ faqs, failure }: Props) {
  return (
    <>
      <CategoryPage
        path="/faq"
        messages={FAQ_MESSAGES}
        items={faqs}
        categories={distinctCategories(faqs)}
        categoryOf={(faq) => faq.category}
        dataOf={faqData}
        failure={failure}
        className="grid gap-14 pt-10 lg:gap-20 lg:pt-14"
      >
        {(shown) =>
          groupFaqs(shown).map((group) => <FaqGroupSection key={group.category} group={group} />)
        }
      </CategoryPage>
      <ClosingCard {...FAQ_MESSAGES.closing} />
    </>
  );
}
