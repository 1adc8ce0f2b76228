export { defineLead, type Lead } from './define-lead.ts';
export { detectSpam, findSuspicion } from './detect-spam.ts';
export { createTextMemory } from './text-memory.ts';
export { thankedSince } from './thanked-since.ts';
