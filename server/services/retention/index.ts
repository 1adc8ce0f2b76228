export { previewPurge, PURGE_TIME } from './preview.ts';
export { endOfOrder, type Source, SOURCES } from './sources.ts';
