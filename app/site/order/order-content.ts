export type OrderCard = { title: string; hint: string };

export type NextStep = { title: string; text: string };

export const ORDER_TEXTS = {
  heading: 'Start Your Project',
  intro: 'It takes about five minutes. Sending the form costs nothing and commits you to nothing.',
  promise: 'We contact you within 1 hour. The first consultation is free.',
  draftHint: 'What you type is kept in this browser for 7 days, until you send it.',
  nextStepsHeading: 'What happens next',
} as const;

export const ORDER_CARDS = {
  contact: {
    title: 'Contact Information',
    hint: 'Who we should talk to. Phone and company are optional.',
  },
  details: {
    title: 'Project Details',
    hint: 'Describe the work as it is today and what should be different. Plain words are best.',
  },
  budget: {
    title: 'Budget & Timeline',
    hint: 'A rough range is enough. It helps us to propose a first version that fits.',
  },
  requirements: {
    title: 'Additional Requirements',
    hint: 'Languages of the application, and files that show the work: a form, a spreadsheet, a sketch.',
  },
} as const satisfies Record<string, OrderCard>;

export const ORDER_NEXT_STEPS: readonly NextStep[] = [
  {
    title: 'Within 1 hour',
    text: 'A person who builds software contacts you to discuss the project and asks the first questions.',
  },
  {
    title: 'Free consultation',
    text: 'We go through your request together and assess what a first version needs.',
  },
  {
    title: 'Written quote',
    text: 'You receive the scope, the price and the date in writing. You decide in your own time.',
  },
];
