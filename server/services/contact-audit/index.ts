export { logContactAccess } from './log-access.ts';
