export { announcePresence, endPresence } from './presence.ts';
export { countDue, listQueue } from './list-queue.ts';
