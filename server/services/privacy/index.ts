export { confirmPersonErasure, exportConfirmedPerson } from './erase-person.ts';
export {
  askForEmailChange,
  askForErasure,
  askForPerson,
  confirmRequest,
  readMailedRequest,
  readOpenRequest,
} from './confirm-request.ts';
export {
  erase,
  type ErasureLine,
  erasureLineSchema,
  exportErasures,
  parseErasureLine,
  replayErasures,
} from './erasure-ledger.ts';
export { writeHeldData } from './held-data.ts';
export { holdEnquiry, readHeldEnquiry, releaseEnquiry } from './legal-hold.ts';
export { erasePerson, exportPerson, findPerson, listErasures } from './persons.ts';
export { previewPurge, PURGE_SCHEDULE, purgeExpiredRecords } from './purge.ts';
