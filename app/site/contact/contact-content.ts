export type Direction = { by: string; text: string };

export const CONTACT_TEXTS = {
  heading: 'Get in Touch',
  intro: 'Ask a question, describe an idea or arrange a visit. A person reads every message.',
  formHeading: 'Send us a Message',
  formHint: 'Two or three sentences are enough. For a project with files, use the order form.',
  directionsHeading: 'How to find us',
  visitHint: 'Please arrange a time before you come, so that the right person is there.',
} as const;

export const DIRECTIONS: readonly Direction[] = [
  {
    by: 'Metro and Ankaray',
    text: 'Both lines meet at the central square. From there it is a short walk along the boulevard.',
  },
  {
    by: 'From the high-speed train station',
    text: 'Take the Ankaray line towards the centre, or a taxi for the short ride.',
  },
  {
    by: 'From Ankara airport',
    text: 'The airport bus runs to the centre. By car, follow the signs to the city centre.',
  },
];

export const AFTER_SENDING: readonly string[] = [
  'Your message reaches our inbox at once.',
  'We respond within 1 hour, to the e-mail address you gave.',
  'If a call is better, we suggest a time in our answer.',
];
