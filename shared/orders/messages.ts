import { MAX_ORDER_FILES } from './values.ts';

export const ACCEPTED_FILES = 'PDF, PNG, JPEG or ZIP, up to 10 MB each';

export const ORDER_ADMIN_MESSAGES = {
  notFound: 'This order does not exist any more.',
  fileNotFound: 'This file does not exist any more.',
  loading: 'Loading orders...',
  empty: 'No orders found',
  loadFailed: 'Failed to fetch orders. Please try again.',
  updateFailed: 'Failed to update order status',
  updatedTitle: 'Status updated',
  notesSaved: 'Notes saved successfully',
  notesFailed: 'Failed to save notes',
  exportFailedTitle: 'Export Failed',
  exportFailed: 'Failed to export orders',
  exportedTitle: 'Export Complete',
  exported: 'Orders exported successfully',
} as const;

export function orderStatusChangedMessage(status: string): string {
  return `Order status changed to ${status}`;
}

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
  termsUnknown: 'These terms are not known. Please reload the page to read the current ones',
  tooManyFiles: `Please attach at most ${MAX_ORDER_FILES} files`,
  filesTooLarge: 'All files together must be at most 50MB',
  tooManyPendingFiles: 'Too many files are waiting for an order from your network',
  tooManyFilesToday: 'Too many files were sent within a day',
  noRoomForFiles: 'There is no room for files at the moment',
  fileLeftOut: 'There was no room for it',
  fileGone: 'An attached file is no longer available. Please attach it again',
  fileTooLargeTitle: 'File too large',
  fileTypeTitle: 'Invalid file type',
  succeededTitle: 'Order submitted successfully!',
  failedTitle: 'Submission failed',
  failed: 'Please try again or email us directly.',
} as const;

export function orderSucceededMessage(within: string): string {
  return `We'll contact you ${within}.`;
}

export function leftOutMessage(
  fileName: string,
  reason: string = ORDER_MESSAGES.fileLeftOut,
): string {
  return `Left out: ${fileName}. ${reason}.`;
}

export function fileTooLargeMessage(fileName: string): string {
  return `${fileName} is larger than 10MB`;
}

export function unsupportedFileMessage(fileName: string): string {
  return `${fileName} is not a supported file type`;
}
