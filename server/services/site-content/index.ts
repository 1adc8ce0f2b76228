export { getSiteContent, updateSiteContent } from './manage-content.ts';
export { listSampleFacts, readContent, readSiteContent } from './read-content.ts';
