// One flood as its own process, so that it can come from another host and does not slow down what measures.
import { startFlood, type FloodOrder } from './floods.ts';

const statuses: Record<string, number> = {};
process.once('SIGTERM', () => {
  process.stdout.write(JSON.stringify(statuses), () => process.exit(0));
});
startFlood(JSON.parse(process.argv[2] ?? '') as FloodOrder, statuses);
