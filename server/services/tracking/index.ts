export { getTrackingLink, restoreEmail, revokeTrackingLink } from './admin.ts';
export {
  addWord,
  changeTracked,
  correctContact,
  describeCorrection,
  recordCorrection,
  resume,
  setEmail,
  withdraw,
  wordIdOf,
} from './change.ts';
export { openTrackedFile } from './files.ts';
export {
  contactOf,
  findEnd,
  findShownDeadlines,
  findTracked,
  findTrackedById,
  isSuspect,
  readLeads,
  type Tracked,
} from './find.ts';
export { askForLink, findTrackingUrl, readMailedLinks } from './mails.ts';
export { readTracking } from './read.ts';
