export { findErasableFrom, type Skipped } from './erasable.ts';
export { isMailTo } from './erase-enquiry.ts';
export { holdEnquiry, postponeErasure, readHeldEnquiry, releaseEnquiry } from './hold.ts';
export {
  erase,
  type ErasureLine,
  erasureLineSchema,
  exportErasures,
  parseErasureLine,
  replayErasures,
} from './ledger.ts';
