export { type ErasedIds } from './erase-enquiry.ts';
export { holdEnquiry, postponeErasure, readHeldEnquiry, releaseEnquiry } from './hold.ts';
export {
  addressHashOf,
  erase,
  type ErasureLine,
  exportErasures,
  replayErasures,
} from './ledger.ts';
