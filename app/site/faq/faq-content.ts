export const FAQ_PATH = '/faq';

export const FAQ_TEXTS = {
  heading: 'Frequently Asked Questions',
  intro:
    'What customers ask before the first call. If your question is not here, write to us: we answer within one hour.',
  description:
    'Answers about services, pricing, process, ownership and support for custom business software and dashboards.',
  keywords: 'faq, custom software questions, software pricing, project process, support',
  empty: 'No questions have been published yet.',
  noMatch: 'No questions found for the selected category.',
} as const;
