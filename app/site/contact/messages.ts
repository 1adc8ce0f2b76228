export const CONTACT_MESSAGES = {
  /** If the page's texts could not be loaded. */
  heading: 'Contact',
  formHeading: 'Send us a Message',
  directionsHeading: 'How to find us',
  information: 'Contact Information',
  email: 'E-mail',
  phone: 'Phone',
  whatsapp: 'WhatsApp',
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
  office: 'Our office',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  whole: 'Show the whole map',
  open: 'Open in OpenStreetMap',
  help: 'Zoom with the buttons, + and − or a double click. Move with the arrow keys or by dragging. 0 shows the whole map.',
  zoom: (step: number, steps: number) => `Zoom ${step} of ${steps}`,
} as const;
