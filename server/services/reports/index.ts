export { enquiries } from './enquiries.ts';
export { exportEnquiries } from './export-enquiries.ts';
export { getResponseReport, readResponses } from './response-report.ts';
