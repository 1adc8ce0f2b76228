export { toBulkResults } from './bulk-results.ts';
export { type LeadChoice, lockChosenLeads } from './choose-leads.ts';
export { EXPORT_BATCH, streamCsv } from './csv.ts';
export { countLeads, findLeadIds, type LeadFilter, sortOf } from './find-ids.ts';
export { inOrderOf, readPage } from './page.ts';
export { findPreviousLeads } from './previous-leads.ts';
export { readTimeline, recordStatusChanges } from './status-changes.ts';
export { judgeForm } from './suspect-reasons.ts';
export { createTextMemory } from './text-memory.ts';
