export { defineLead, type Lead } from './define-lead.ts';
export { judgeForm } from './suspect-reasons.ts';
export { createTextMemory } from './text-memory.ts';
