import { enquiryTitle } from '#shared/conversations/messages.ts';
import { ACCEPTED_FILES } from '#shared/orders/messages.ts';
import { formatUtc } from '#shared/retention/messages.ts';
import { TRACKING_MESSAGES } from '#shared/tracking/messages.ts';
import { MAX_TRACKED_ITEMS, NEW_EMAIL_DAYS, type SkippedEnquiry } from '#shared/tracking/values.ts';

export const TRACK_MESSAGES = {
  title: 'Your enquiry',
  heading: (enquiry: string) => `Your ${enquiry}`,
  eyebrow: 'Your own page',
  intro:
    'Only whoever has its link sees this page. Keep the link, and pass it on to nobody who may not read and write here.',
  statusHeading: 'Where it stands',
  progress: 'Progress',
  status: {
    received: 'We have it, and a person will read it.',
    due: 'We have it and are going to answer.',
    late: 'Our answer is late. We are sorry, and on it.',
    responded: 'We have answered.',
    withdrawn: 'You have withdrawn it. Nobody is working on it.',
  },
  statusAt: {
    received: 'Received',
    due: 'Answer due',
    late: 'Answer was due',
    responded: 'Answered',
    withdrawn: 'Withdrawn',
  },
  undelivered: {
    heading: 'Our mails do not reach you',
    text: (email: string) =>
      `The last one to ${email} did not arrive. Everything that we wrote is on this page; if the address is wrong, please correct it.`,
    correct: 'Correct the address',
  },
  conversation: 'Our conversation',
  older: `Only the last ${MAX_TRACKED_ITEMS} entries are shown. Download your data to read all of them.`,
  you: 'You',
  unconfirmed: 'An email that may not be from you',
  author: (author: string | null, company: string) =>
    author === null ? company : `${author}, ${company}`,
  elsewhere: 'We answered you in another way, such as by phone.',
  withdrew: 'You withdrew your enquiry.',
  resumed: 'You took your withdrawal back.',
  corrected: 'You corrected your details.',
  restored: 'We put your former e-mail address back. Only the new link opens this page.',
  readdressed: 'We changed the e-mail address that our answers go to.',
  files: 'Files',
  file: (name: string, size: string) => `${name} (${size})`,
} as const;

export const WORD_FORM = {
  heading: 'Write to us',
  message: 'Message',
  files: 'Files',
  filesHint: `${ACCEPTED_FILES}. Files have to be chosen again if something else is wrong.`,
  send: 'Send message',
} as const;

export const DETAILS_FORM = {
  heading: 'Your details',
  name: 'Name',
  phone: 'Phone',
  company: 'Company',
  save: 'Save details',
  email: 'E-mail',
  emailHeading: 'Your e-mail address',
  emailHint:
    'We first send a mail to the new address. It replaces the old one once you follow the link in it, and we tell the old one.',
  current: (email: string) => `Our answers go to ${email}.`,
  pending: (email: string) =>
    `We have sent a mail to ${email}. Follow the link in it within 24 hours to confirm it.`,
  change: 'Change address',
} as const;

export const DATA_FORM = {
  heading: 'Your data',
  download: 'Download everything we hold',
  downloadHint:
    'A JSON file with your entries, our conversation, and the names and checksums of the files.',
  withdraw: 'Withdraw the enquiry',
  withdrawHint: 'Nobody answers it any more. You can take that back at any time.',
  resume: 'Take the withdrawal back',
  resumeHint: 'We go on where we stopped.',
  until: (day: string) => `We store this enquiry until ${day}, or until you have it erased.`,
  held: (day: string) =>
    `You confirmed on ${day} that everything is to be erased. Because of a dispute or a legal duty it has to stay for now. It is erased as soon as that has ended.`,
  erase: 'Ask to erase everything',
  eraseHint:
    'We send a mail to your address. Once you confirm it there, the enquiry, our conversation and all files are erased for good.',
  erasing: (email: string) =>
    `We have sent a mail to ${email}. Nothing is erased until you follow the link in it and confirm, within 24 hours.`,
} as const;

export const ALL_DATA_FORM = {
  heading: 'All your enquiries',
  text: (email: string) =>
    `Everything that we store under ${email}, not just this enquiry. We send a mail to that address first.`,
  export: 'Ask for all of it',
  exporting: (email: string) =>
    `We have sent a mail to ${email}. Its link leads to the download, for 24 hours.`,
  erase: 'Ask to erase all of it',
  erasing: (email: string) =>
    `We have sent a mail to ${email}. Nothing is erased until you follow the link in it and confirm, within 24 hours.`,
} as const;

export const NO_ENQUIRY = {
  title: 'This link does not open anything',
  text: 'It may be incomplete, or there is a newer one. We can send the links of your enquiries to your e-mail address.',
  action: 'Get a new link',
} as const;

export const UNREAD_ENQUIRY = {
  title: 'Your enquiry cannot be shown right now',
  text: 'Nothing of it is lost. Please try again in a minute.',
  action: 'Try Again',
} as const;

export const LOST_LINK = {
  title: 'Find your enquiry',
  description: 'Get the link to the page of your enquiry again, by e-mail.',
  text: 'Each order and message has a page of its own with our answer. Its link is in the mail that we sent you when it came. If you cannot find that, enter the address that you gave us.',
  email: 'E-mail',
  send: 'Send me my links',
  sentTitle: 'Please look into your mail box',
  sent: 'If we know this address, the links of your last enquiries are on their way to it. We send them at most once an hour.',
  again: 'Enter another address',
} as const;

export const CONFIRM = {
  title: 'Please confirm',
  email: {
    heading: 'Is this your new address?',
    text: (email: string) => `Our answers go to ${email} from then on.`,
    button: 'Yes, use this address',
  },
  erasure: {
    heading: 'Erase everything?',
    text: 'Your enquiry, our conversation, its mails and all files are erased. Nobody can bring them back, and we cannot answer any more.',
    button: 'Erase everything for good',
  },
  'person-erasure': {
    heading: 'Erase all your enquiries?',
    text: (email: string) =>
      `Every enquiry with the address ${email} is erased: orders, messages, our conversations, mails and files. Nobody can bring them back.`,
    button: 'Erase all of it for good',
  },
  'person-export': {
    heading: 'Your data',
    text: (email: string) =>
      `Everything that we store under the address ${email}: each enquiry as JSON, and the files of both sides, in one archive (tar). The link works for 24 hours.`,
    button: 'Download everything',
  },
  partly: {
    heading: 'Some enquiries stay for now',
    text: 'Everything else under this address is erased. The files follow within two hours.',
  },
  skipped: ({ erasableFrom, ...enquiry }: SkippedEnquiry) =>
    erasableFrom === null
      ? `${enquiryTitle(enquiry)} has to stay because of a dispute or a legal duty. We’ll erase it as soon as that has ended; our team knows.`
      : `${enquiryTitle(enquiry)}: its address was changed less than ${NEW_EMAIL_DAYS} days ago. You can ask to have it erased from ${formatUtc(erasableFrom)}.`,
  done: {
    email: {
      heading: 'Thank you, your address is changed',
      text: 'Our answers go there from now on. The link to your page stays the same.',
    },
    erasure: {
      heading: 'Everything is erased',
      text: 'We hold nothing of this enquiry any more. The files follow within two hours.',
    },
    'person-erasure': {
      heading: 'Everything is erased',
      text: 'We hold nothing under this address any more. The files follow within two hours.',
    },
    held: {
      heading: 'We have noted your wish',
      text: 'Something of it has to stay for now, because of a dispute or a legal duty. It is erased as soon as that has ended; whatever else you asked for is erased already. Our team knows.',
    },
    readdressed: { heading: 'Nothing was erased', text: TRACKING_MESSAGES.newEmail },
  },
  gone: 'This link confirms nothing any more',
  goneText:
    'It was used already, or it is older than 24 hours. On the page of your enquiry you can ask for a new one.',
  home: 'Back to Home',
} as const;
