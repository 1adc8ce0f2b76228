export { getSiteContent, updateSiteContent } from './manage-content.ts';
export {
  buildEmptyContent,
  listSampleFacts,
  readContent,
  readSiteContent,
} from './read-content.ts';
