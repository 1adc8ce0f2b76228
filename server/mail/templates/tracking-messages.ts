import type { Company } from '#shared/company/values.ts';
import { formatContactWays } from './messages.ts';

export const TRACKING_MAIL_MESSAGES = {
  secret:
    'Whoever has such a link can read and write there, so please pass it on to nobody who may not.',
  until: 'The link works for 24 hours. If you do not follow it, nothing changes.',
  see: 'See your enquiry',
  link: {
    subject: 'Your links',
    preheader: 'The pages with your latest enquiries.',
    heading: 'Your enquiries',
    text: 'You asked for the links to the pages of your enquiries. On each you see our answer, write to us, correct your details and take everything with you.',
    open: (enquiry: string, day: string) => `${enquiry} of ${day}`,
    reason:
      'You receive this mail because somebody entered this address on our site to get lost links. If it was not you, nothing else happens.',
  },
  email: {
    subject: 'Please confirm your new address',
    preheader: 'One more step, and our answers go to this address.',
    heading: 'Is this your address?',
    text: 'Somebody with an enquiry on our site asked us to answer to this address from now on. If it was you, please confirm it.',
    confirm: 'Confirm this address',
    reason:
      'You receive this mail because somebody entered this address on the page of an enquiry. If it was not you, you need not do anything.',
  },
  changed: {
    subject: 'Your address was changed',
    preheader: 'Our answers go to another address from now on.',
    heading: 'Your address was changed',
    text: (enquiry: string) =>
      `The address of your ${enquiry} was changed. Our answers go to the new address from now on.`,
    notYou: (company: Company) => `If it was not you, ${formatContactWays(company)} immediately.`,
    reason: 'You receive this mail because this was the address of an enquiry until now.',
  },
  erasure: {
    subject: 'Please confirm: erase your enquiry',
    preheader: 'After this nobody can bring it back.',
    heading: 'Erase everything?',
    text: (enquiry: string) =>
      `You asked us to erase your ${enquiry}, our conversation and all files. Nobody can bring it back afterwards.`,
    confirm: 'Go on to erase it',
    reason:
      'You receive this mail because somebody asked on the page of your enquiry to erase it. If it was not you, you need not do anything.',
  },
  personErasure: {
    subject: 'Please confirm: erase all your enquiries',
    preheader: 'After this nobody can bring them back.',
    heading: 'Erase everything under this address?',
    text: (address: string) =>
      `You asked us to erase every enquiry with the address ${address}: orders, messages, our conversations, mails and files. Nobody can bring them back afterwards.`,
    confirm: 'Go on to erase all of it',
    reason:
      'You receive this mail because somebody asked on the page of an enquiry to erase all that we store under this address. If it was not you, you need not do anything.',
  },
  personExport: {
    subject: 'Your data is ready to be downloaded',
    preheader: 'Everything that we store under your address.',
    heading: 'Your data',
    text: (address: string) =>
      `You asked for everything that we store under the address ${address}: each enquiry with our conversation as JSON, and the files of both sides, in one archive (tar).`,
    confirm: 'Go on to the download',
    reason:
      'You receive this mail because somebody asked on the page of an enquiry for all that we store under this address. If it was not you, you need not do anything.',
  },
  held: {
    subject: (name: string, enquiry: string) => `${name} wants ${enquiry} erased, which is on hold`,
    preheader: 'Nothing was erased.',
    heading: 'An erasure has to wait',
    text: (name: string, enquiry: string) =>
      `${name} has confirmed that everything about their ${enquiry} is to be erased. It is on legal hold, so it stays until an owner ends that; then it is erased at once.`,
    why: (reason: string) => `The reason for the hold: ${reason}`,
  },
} as const;
