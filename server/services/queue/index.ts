export { announcePresence, endPresence } from './presence.ts';
export { countDue } from './count-due.ts';
export { listQueue } from './list-queue.ts';
