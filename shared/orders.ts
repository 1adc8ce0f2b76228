import type * as z from 'zod';
import type { orderInputSchema, submitOrderSchema } from './orders-schema.ts';

export const SERVICE_TYPES = [
  'Shipment & Logistics Systems',
  'Invoicing & Finance Tools',
  'Business Dashboards',
  'Real Estate Applications',
  'Mapping & Location Apps',
  'Custom Business Applications',
] as const;

export const DESIRED_FEATURES = [
  'User Authentication',
  'Payment Integration',
  'Real-time Notifications',
  'Mobile Responsive Design',
  'API Integration',
  'Database Management',
  'File Upload/Management',
  'Multi-language Support',
  'Advanced Analytics',
  'Third-party Integrations',
] as const;

export const ESTIMATED_BUDGETS = [
  { value: 'under-5k', label: 'Under $5,000' },
  { value: '5k-15k', label: '$5,000 - $15,000' },
  { value: '15k-50k', label: '$15,000 - $50,000' },
  { value: 'over-50k', label: 'Over $50,000' },
] as const;

export const TARGET_TIMELINES = [
  { value: '30-days', label: '30 days' },
  { value: '60-days', label: '60 days' },
  { value: '90-days', label: '90 days' },
  { value: 'not-sure', label: 'Not sure yet' },
] as const;

export const REQUIRED_LANGUAGES = ['Arabic', 'English', 'Turkish', 'Multi-language'] as const;

export const ORDER_STATUSES = [
  { value: 'pending', label: 'Pending' },
  { value: 'new', label: 'New' },
  { value: 'in-progress', label: 'In Progress' },
  { value: 'completed', label: 'Completed' },
] as const;

export const ORDER_LIMITS = {
  fullName: { min: 2, max: 200 },
  company: { max: 200 },
  phone: { max: 40 },
  email: { max: 254 },
  projectDescription: { min: 50, max: 10_000 },
} as const;

export const MAX_ORDER_FILES = 10;
export const MAX_ORDER_FILES_BYTES = 50 * 1024 * 1024;
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;
export const ATTACHMENT_ACCEPT = '.pdf,.png,.jpg,.jpeg,.zip';

/** The accepted attachment types with their extensions; every name a browser may give a type is listed. */
export const ATTACHMENT_TYPES = [
  { mime: 'image/jpeg', aliases: ['image/jpg', 'image/pjpeg'], extensions: ['jpg', 'jpeg'] },
  { mime: 'image/png', aliases: [], extensions: ['png'] },
  { mime: 'application/pdf', aliases: ['application/x-pdf'], extensions: ['pdf'] },
  {
    mime: 'application/zip',
    aliases: ['application/x-zip-compressed', 'application/x-zip', 'multipart/x-zip'],
    extensions: ['zip'],
  },
] as const;

export const ORDER_MESSAGES = {
  fullName: 'Full name must be at least 2 characters',
  fullNameTooLong: 'Full name must be at most 200 characters',
  email: 'Please enter a valid email address',
  phoneTooLong: 'Phone must be at most 40 characters',
  companyTooLong: 'Company must be at most 200 characters',
  serviceType: 'Please select a service type',
  projectDescription: 'Project description must be at least 50 characters',
  projectDescriptionTooLong: 'Project description must be at most 10,000 characters',
  desiredFeatures: 'Please select at least one feature',
  estimatedBudget: 'Please select your estimated budget',
  targetTimeline: 'Please select your target timeline',
  requiredLanguages: 'Please select at least one language',
  termsAccepted: 'You must accept the terms and conditions',
  tooManyFiles: `Please attach at most ${MAX_ORDER_FILES} files`,
  filesTooLarge: 'All files together must be at most 50MB',
  tooManyPendingFiles:
    'Too many files are waiting for an order from your network. Please send the order without files, or try again later',
  noRoomForFiles:
    'Files cannot be accepted at the moment. Please send the order without files, or try again later',
  fileGone: 'An attached file is no longer available. Please attach it again',
  fileTooLargeTitle: 'File too large',
  fileTypeTitle: 'Invalid file type',
  succeededTitle: 'Order submitted successfully!',
  succeeded: "We'll contact you within 1 hour.",
  failedTitle: 'Submission failed',
  failed: 'Please try again or email us directly.',
} as const;

export function fileTooLargeMessage(fileName: string): string {
  return `${fileName} is larger than 10MB`;
}

export function unsupportedFileMessage(fileName: string): string {
  return `${fileName} is not a supported file type`;
}

/** The accepted type of a file by the extension of its name, or null. */
export function attachmentTypeOf(fileName: string): (typeof ATTACHMENT_TYPES)[number] | null {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase();
  return (
    ATTACHMENT_TYPES.find(({ extensions }) => extensions.some((known) => known === extension)) ??
    null
  );
}

export type OrderInput = z.infer<typeof orderInputSchema>;
export type SubmitOrder = z.infer<typeof submitOrderSchema>;
export type OrderStatus = (typeof ORDER_STATUSES)[number]['value'];
