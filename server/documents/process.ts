import { once } from 'node:events';
import { setPriority } from 'node:os';
import type { DocumentTask } from './tasks/tasks.ts';
import { renderDocument } from './worker.ts';

// Serving has priority.
setPriority(10);
const [task] = (await once(process, 'message')) as [DocumentTask];
process.send?.(await renderDocument(task));
