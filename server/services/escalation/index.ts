export { findReminded, type Reminder, reminderSchema } from './reminder.ts';
export { sendDueAlerts } from './send-due-alerts.ts';
export { postReminder, type Webhook } from './post-reminder.ts';
