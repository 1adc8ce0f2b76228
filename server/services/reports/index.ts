export { enquiries } from './enquiries.ts';
export { exportEnquiries } from './export-enquiries.ts';
export { getResponseReport } from './response-report.ts';
