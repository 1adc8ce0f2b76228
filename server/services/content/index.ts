export { columnsOf, type ContentTable, presentRow, publicationFilter } from './definition.ts';
export { type Content, defineContent } from './verbs.ts';
