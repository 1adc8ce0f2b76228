export const CONTACT_MESSAGES = {
  heading: 'Get in Touch',
  intro: 'Ask a question, describe an idea or arrange a visit. A person reads every message.',
  description: (city: string, officeHours: string, within: string) =>
    `Write to us, call or visit our office${city && ` in ${city}`}, ${officeHours}. We respond ${within}.`,
  keywords: 'contact custom software agency, software company Ankara, software consultation',
  formHeading: 'Send us a Message',
  formHint: 'Two or three sentences are enough. For a project with files, use the order form.',
  directionsHeading: 'How to find us',
  visitHint: 'Please arrange a time before you come, so that the right person is there.',
  information: 'Contact Information',
  email: 'E-mail',
  phone: 'Phone',
  officeHours: 'Office hours',
  location: 'Location',
  follow: 'Follow Us',
} as const;

export const MESSAGE_FORM_MESSAGES = {
  name: 'Name',
  email: 'E-mail',
  message: 'Message',
  messageHint: 'At least 10 characters, at most 5,000.',
  subject: 'Message from the website',
  send: 'Send Message',
  sending: 'Sending...',
  leave: 'Your message has not been sent. Your entries stay in this browser for 7 days.',
  sent: 'Thank you for your message',
  again: 'Send Another Message',
} as const;

export const MAP_MESSAGES = {
  title: 'Map of central Ankara with our office near Kızılay',
  description:
    'North is up. The office stands on Atatürk Bulvarı just south of Kızılay square, between the castle and Ulus in the north and Atakule in Çankaya in the south. Anıtkabir and the main station lie to the north-west, Kocatepe Mosque to the south-east.',
  label: 'Map of Ankara, zoom and move',
  office: 'Our office',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  whole: 'Show the whole map',
  open: 'Open in OpenStreetMap',
  help: 'Zoom with the buttons, + and − or a double click. Move with the arrow keys or by dragging. 0 shows the whole map.',
  zoom: (step: number, steps: number) => `Zoom ${step} of ${steps}`,
} as const;

export const DIRECTIONS = [
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

export const listAfterSending = (within: string) => [
  'Your message reaches our inbox at once.',
  `We respond ${within}, to the e-mail address you gave.`,
  'If a call is better, we suggest a time in our answer.',
];
