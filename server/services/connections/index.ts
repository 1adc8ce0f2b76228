export { listConnections, testConnection, updateConnection } from './manage-connections.ts';
export {
  type ConnectionConfig,
  type Connections,
  readConnections,
  resolveBackup,
  resolveMail,
} from './stored.ts';
