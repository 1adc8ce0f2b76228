export const FAQ_MESSAGES = {
  heading: 'Frequently Asked Questions',
  intro: (within: string) =>
    `What customers ask before the first call. If your question is not here, write to us: we answer ${within}.`,
  description:
    'Answers about services, pricing, process, ownership and support for custom business software and dashboards.',
  keywords: 'faq, custom software questions, software pricing, project process, support',
  empty: 'No questions have been published yet.',
  noMatch: 'No questions found for the selected category.',
  filter: 'Filter questions by category',
  all: 'All Categories',
  showAll: 'Show all questions',
  shown: (count: number, category: string | null) =>
    `${count} ${count === 1 ? 'question' : 'questions'} in ${category ?? 'all categories'}`,
  answerLink: 'Link to this answer',
  linkCopied: 'Link copied',
  closing: {
    heading: 'Still Have Questions?',
    text: (within: string) =>
      `Write to us or send the outline of your project. A person answers ${within}.`,
    primary: { to: '/contact', label: 'Contact Us' },
    secondary: { to: '/order', label: 'Request Quote' },
  },
} as const;
