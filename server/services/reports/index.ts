export { enquiries } from './enquiries.ts';
