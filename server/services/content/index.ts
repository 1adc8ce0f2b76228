export { type ContentTable, publicationFilter } from './definition.ts';
export { type Content, defineContent } from './verbs.ts';
