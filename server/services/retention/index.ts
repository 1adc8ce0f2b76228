export { previewPurge, PURGE_SCHEDULE } from './preview.ts';
export { isMailHeld, type Source, SOURCES } from './sources.ts';
