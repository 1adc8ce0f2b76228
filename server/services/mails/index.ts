export { composeMail } from './compose-mail.ts';
export { readMailState } from './mail-state.ts';
