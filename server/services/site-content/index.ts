export { getSiteContent, updateSiteContent } from './manage-content.ts';
export {
  buildEmptyContent,
  findOrderOptions,
  listSampleFacts,
  readContent,
  readSiteContent,
} from './read-content.ts';
