export { findReminded, type Reminder, reminderSchema } from './reminder.ts';
export { sendDueAlerts } from './send-due-alerts.ts';
