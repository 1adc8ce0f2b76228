export { previewPurge, PURGE_SCHEDULE } from './preview.ts';
export { endOfOrder, isMailHeld, type Source, SOURCES } from './sources.ts';
