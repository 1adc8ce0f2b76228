export { getSiteContent, updateSiteContent } from './manage-content.ts';
export { removeSampleOptions } from './prepare-options.ts';
export {
  buildEmptyContent,
  findContent,
  listSampleFacts,
  readContent,
  readSiteContent,
} from './read-content.ts';
