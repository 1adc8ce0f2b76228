export { type ArrivedMail, type Outcome, receiveMail, type Recipients } from './receive-mail.ts';
export { settleFiles } from './store-files.ts';
