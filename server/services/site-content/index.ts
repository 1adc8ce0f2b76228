export { getSiteContent, updateSiteContent } from './manage-content.ts';
export { removeSampleOptions } from './prepare-options.ts';
export {
  buildEmptyContent,
  findOrderOptions,
  listSampleFacts,
  readContent,
  readSiteContent,
} from './read-content.ts';
