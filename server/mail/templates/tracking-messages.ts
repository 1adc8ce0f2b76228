export const TRACKING_MAIL_MESSAGES = {
  open: (enquiry: string, day: string) => `${enquiry} of ${day}`,
  held: {
    subject: (name: string, enquiry: string) => `${name} wants ${enquiry} erased, which is on hold`,
    preheader: 'Nothing was erased.',
    heading: 'An erasure has to wait',
    text: (name: string, enquiry: string) =>
      `${name} has confirmed that everything about their ${enquiry} is to be erased. It is on legal hold, so it stays until an owner ends that; then it is erased at once.`,
    why: (reason: string) => `The reason for the hold: ${reason}`,
  },
} as const;
