export { createCurrentConnections, type CurrentConnections } from './current-connections.ts';
export {
  deleteConnection,
  listConnections,
  testConnection,
  updateConnection,
} from './manage-connections.ts';
export { readConnections, resolveMail } from './stored.ts';
