export { composeMail } from './compose-mail.ts';
export { previewEmail, sendTestEmail } from './owner-emails.ts';
export { readInbox, readMailState } from './mail-state.ts';
export { recordDelivery, recordLoss } from './record-delivery.ts';
export {
  checkMailConnection,
  getMail,
  listMails,
  previewSampleMail,
  resendMails,
} from './admin.ts';
