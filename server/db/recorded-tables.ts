import { type KyselyPlugin, type OperationNode, TableNode } from 'kysely';

export function recordTables(tables: Set<string>): KyselyPlugin {
  return {
    transformQuery({ node }) {
      collect(node, tables);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

function collect(node: unknown, tables: Set<string>): void {
  if (typeof node !== 'object' || node === null) return;
  const part = node as OperationNode;
  if (TableNode.is(part)) tables.add(part.table.identifier.name);
  for (const child of Object.values(node)) collect(child, tables);
}
