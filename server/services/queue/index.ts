export { announcePresence, countDue, endPresence, listQueue } from './list-queue.ts';
