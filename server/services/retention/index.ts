export { previewPurge, PURGE_TIME } from './preview.ts';
export { endOfOrder, isMailHeld, type Source, SOURCES } from './sources.ts';
