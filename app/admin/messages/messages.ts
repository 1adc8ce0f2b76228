export const MESSAGE_SCREEN_MESSAGES = {
  title: 'Messages Management',
  dialogTitle: 'Message Details',
  sender: 'Sender',
  preview: 'Message Preview',
  describe: (reference: string, name: string) => `message ${reference} of ${name}`,
  changedTitle: 'Success',
  respond: 'Mark as Responded',
  reply: 'Reply via Email',
  message: 'Message',
  facts: {
    responded: 'Responded',
    classification: 'Classification',
    accesses: 'Accesses Before',
    lastAccess: 'Last Access',
    retention: 'Kept Until',
  },
  notYet: 'Not yet',
  never: 'Never',
} as const;

export const REPLY_MESSAGES = {
  subject: (reference: string, company: string) => `Re: Your message ${reference} to ${company}`,
  wrote: (date: string, name: string) => `On ${date}, ${name} wrote:`,
} as const;
