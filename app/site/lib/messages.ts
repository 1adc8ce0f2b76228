export const LAYOUT_MESSAGES = {
  skip: 'Skip to content',
  loading: 'Loading',
  loadingHome: 'Loading the home page',
  navigation: 'Main',
  menu: 'Menu',
  home: (name: string) => `${name}, home`,
  services: 'Services',
  company: 'Company',
  contact: 'Contact',
  contactUs: 'Contact Us',
  order: 'Order Now',
  call: (phone: string) => `Call ${phone}`,
  whatsapp: 'WhatsApp',
  admin: 'Admin',
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  privacyNotice: (name: string) =>
    `${name} uses what you send here to answer you and to carry out what you ask for. How long we keep it, who can see it and how you can have it erased is in our`,
  noImage: 'No image',
  tryAgain: 'Try again',
  returnHome: 'Return to Home',
  newTab: ' (opens in a new tab)',
} as const;

export const SERVICE_NAMES = [
  'Shipment Systems',
  'Invoicing Tools',
  'Dashboards',
  'Real Estate Apps',
  'Mapping Applications',
  'Custom Apps',
] as const;
