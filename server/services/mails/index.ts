export { composeMail } from './compose-mail.ts';
export { readMailState } from './mail-state.ts';
export {
  checkMailConnection,
  getMail,
  listMails,
  previewSampleMail,
  resendMails,
} from './admin.ts';
