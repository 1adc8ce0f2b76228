export const FAQ_MESSAGES = {
  /** If the page's texts could not be loaded. */
  heading: 'FAQ',
  empty: 'No questions have been published yet.',
  noMatch: 'No questions found for the selected category.',
  filter: 'Filter questions by category',
  all: 'All Categories',
  showAll: 'Show all questions',
  shown: (count: number, category: string | null) =>
    `${count} ${count === 1 ? 'question' : 'questions'} in ${category ?? 'all categories'}`,
  answerLink: 'Link to this answer',
  linkCopied: 'Link copied',
} as const;
