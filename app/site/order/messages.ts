import { ACCEPTED_FILES } from '#shared/orders/messages.ts';
import { MAX_ORDER_FILES } from '#shared/orders/values.ts';

export const ORDER_PAGE_MESSAGES = {
  /** If the page's texts could not be loaded. */
  heading: 'Order',
  drawing: { sent: 'Sent', completed: 'Answered' },
  contactYou: 'We contact you',
  promise: (clause: string, when: string) => `${clause} ${when}.`,
  draftHint: 'What you type is kept in this browser for 7 days, until you send it.',
  progress: 'Progress',
  complete: ', complete',
  incomplete: ', not complete yet',
  countComplete: (complete: number, all: number) => `${complete} of ${all}`,
  partsComplete: ' parts complete',
} as const;

export const ORDER_FORM_MESSAGES = {
  form: 'Order',
  fullName: 'Full name',
  email: 'E-mail',
  phone: 'Phone',
  company: 'Company',
  serviceType: 'Service type',
  projectDescription: 'Project description',
  projectDescriptionHint:
    'At least 50 characters, at most 10,000. Who will use it, what do they do today, what takes too long?',
  desiredFeatures: 'Desired features',
  estimatedBudget: 'Estimated budget',
  targetTimeline: 'Target timeline',
  requiredLanguages: 'Required languages',
  selectAll: 'Select all that apply.',
  accept: 'I accept the',
  and: 'and the',
  termsVersion: (date: string) => `Terms of ${date}.`,
  submit: 'Submit Order',
  submitting: 'Submitting...',
  cancel: 'Cancel',
  sending: 'Submitting your order',
  uploading: (number: number, files: number) => `Uploading file ${number} of ${files}`,
  fileFailed: 'A file could not be sent. See the list of attachments.',
  subject: 'Project request',
  leave:
    'Your order has not been sent. Your entries stay in this browser for 7 days, but attached files have to be attached again.',
} as const;

export const ATTACHMENT_MESSAGES = {
  legend: 'Attachments',
  choose: 'Choose files',
  drop: 'Or drop them here. ',
  limits: `${ACCEPTED_FILES}, at most ${MAX_ORDER_FILES} files and 50 MB together.`,
  list: 'Attached files',
  uploading: 'Uploading',
  uploaded: 'Uploaded',
  failed: 'Not uploaded',
  cancelled: 'Cancelled',
  progress: (name: string) => `Upload of ${name}`,
  remove: 'Remove',
  cancel: 'Cancel',
  retry: 'Retry',
  theUpload: (name: string) => ` the upload of ${name}`,
} as const;

export const ORDER_RECEIVED_MESSAGES = {
  title: 'Thank You',
  eyebrow: 'Order received',
  heading: 'Thank You!',
  promise: (when: string) => `We will contact you ${when} to discuss your project.`,
  sendLater:
    'Your order has arrived without these files. Please send them later from the page of your enquiry, or by email.',
  home: 'Back to Home',
  nextSteps: 'What happens next',
} as const;

export const ORDER_CARDS = {
  contact: 'Contact Information',
  details: 'Project Details',
  budget: 'Budget & Timeline',
  requirements: 'Additional Requirements',
} as const;
