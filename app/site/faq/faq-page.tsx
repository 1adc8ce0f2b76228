import { type MouseEvent, useId, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import type { FAQPage } from 'schema-dts';
import { CategoryPage, type ListProps } from '#app/site/layout/category-page.tsx';
import { createAnchors } from '#app/site/lib/anchors.ts';
import { distinctCategories } from '#app/site/lib/category.ts';
import type { Faq } from '#shared/faqs/schema.ts';
import { FAQ_MESSAGES } from './messages.ts';
import { Link2, Plus } from 'lucide-react';
import { isPlainClick } from '#app/lib/plain-click.ts';
import { useToast } from '#app/components/toasts.tsx';

export function FaqPage(list: ListProps<Faq>) {
  const { hash } = useLocation();
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
    <CategoryPage
      {...list}
      path="/faq"
      links={['/contact', '/order']}
      messages={FAQ_MESSAGES}
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

type Props = { group: FaqGroup; anchorOf: ReadonlyMap<string, string> };

function FaqGroupSection({ group, anchorOf }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-x-12 gap-y-4 lg:grid-cols-[15rem_1fr]">
      <h2
        id={id}
        className="text-2xl lg:sticky lg:top-[calc(var(--bar-height)+2rem)] lg:self-start lg:pt-4"
      >
        {group.category}
      </h2>
      <div className="border-t border-line">
        {group.faqs.map((faq) => (
          <FaqItem key={faq.id} faq={faq} anchor={anchorOf.get(faq.id) ?? faq.id} accordion={id} />
        ))}
      </div>
    </section>
  );
}

function FaqItem({ faq, anchor, accordion }: { faq: Faq; anchor: string; accordion: string }) {
  return (
    <details name={accordion} className="group relative border-b border-line">
      <summary className="flex min-h-11 list-none items-start justify-between gap-6 py-4 text-lg font-medium hover:text-accent [&::-webkit-details-marker]:hidden">
        {faq.question}
        <Plus
          aria-hidden
          strokeWidth={1.5}
          className="mt-1 size-5 shrink-0 text-accent-2 motion-safe:transition-transform group-open:rotate-45"
        />
      </summary>
      <div className="max-w-text pt-1 pb-3">
        {/* Target of links: browsers open the answer and scroll to the question. */}
        <span id={anchor} className="absolute top-0" />
        <p className="whitespace-pre-line text-ink-muted">{faq.answer}</p>
        <AnswerLink anchor={anchor} question={faq.question} />
      </div>
    </details>
  );
}

function AnswerLink({ anchor, question }: { anchor: string; question: string }) {
  const toast = useToast();
  const href = `/faq#${anchor}`;

  async function handleClick(event: MouseEvent) {
    if (!isPlainClick(event) || !window.isSecureContext) return;
    event.preventDefault();
    try {
      await navigator.clipboard.writeText(new URL(href, window.location.href).href);
      toast({ title: FAQ_MESSAGES.linkCopied, text: question });
    } catch {
      // Not allowed, perhaps; the address bar has the link.
      window.location.assign(href);
    }
  }

  return (
    <a
      href={href}
      aria-label={`${FAQ_MESSAGES.answerLink}: ${question}`}
      onClick={handleClick}
      className="mt-1 inline-flex min-h-11 items-center gap-2 text-sm text-ink-muted print:hidden hover:text-accent hover:underline"
    >
      <Link2 aria-hidden strokeWidth={1.5} className="size-4.5" />
      {FAQ_MESSAGES.answerLink}
    </a>
  );
}

type FaqGroup = { category: string; faqs: Faq[] };

export function groupFaqs(faqs: readonly Faq[]): FaqGroup[] {
  const groups = Map.groupBy(faqs, ({ category }) => category);
  return [...groups].map(([category, members]) => ({ category, faqs: members }));
}
