export { defineLead, type Lead } from './define-lead.ts';
export type { ChangeContext, RecordLoss } from './lead-conversation.ts';
export { isFound } from './find-ids.ts';
export { detectSpam, findSuspicion } from './detect-spam.ts';
export { countFailure, createFailedSubmissions } from './failed-submissions.ts';
export { createTextMemory } from './text-memory.ts';
export {
  findPromisedDeadline,
  findRepeatedTrackingPath,
  isRecentLead,
  newTrackingPath,
} from './tracking-path.ts';
