export const MESSAGE_ADMIN_MESSAGES = {
  notFound: 'This message does not exist any more.',
  loading: 'Loading messages...',
  empty: 'No messages found',
  loadFailed: 'Failed to fetch messages',
  updateFailed: 'Failed to update message status',
  notesSaved: 'Notes saved successfully',
  notesFailed: 'Failed to save notes',
  exportFailedTitle: 'Export Failed',
  exportFailed: 'Failed to export messages',
  exportedTitle: 'Export Complete',
  exported: 'Messages exported successfully',
} as const;

export function messageStatusChangedMessage(status: string): string {
  return `Message status changed to ${status}`;
}

export const MESSAGE_MESSAGES = {
  name: 'Name must be at least 2 characters',
  nameTooLong: 'Name must be at most 200 characters',
  email: 'Please enter a valid email address',
  message: 'Message must be at least 10 characters',
  messageTooLong: 'Message must be at most 5,000 characters',
  succeededTitle: 'Message sent successfully!',
  failedTitle: 'Error sending message',
  failed: 'Please try again or contact us directly via email.',
} as const;

export function messageSucceededMessage(within: string): string {
  return `We received your message. We'll respond ${within}.`;
}
