export { getTrackingLink, restoreEmail, revokeTrackingLink } from './admin.ts';
export {
  addWord,
  correctContact,
  describeCorrection,
  resume,
  setEmail,
  withdraw,
  wordIdOf,
} from './change.ts';
export {
  askForEmailChange,
  askForErasure,
  askForPerson,
  confirmRequest,
  findOpenRequest,
  type OpenRequest,
  readMailedRequest,
  readOpenRequest,
} from './confirm.ts';
export { openTrackedFile } from './files.ts';
export { findTracked } from './find.ts';
export { listHeldFiles, writeHeldData, writeHeldEnquiry } from './held-data.ts';
export { askForLink } from './lost-link.ts';
export { findTrackingUrl, readMailedLinks } from './mails.ts';
export { readTracking } from './read.ts';
