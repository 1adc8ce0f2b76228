import type { KyselyPlugin } from 'kysely';

/** Notes the tables that queries name; those named in raw SQL alone are not seen. */
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
  if (isTable(node)) tables.add(node.table.identifier.name);
  for (const child of Object.values(node)) collect(child, tables);
}

type TableNode = { table: { identifier: { name: string } } };

function isTable(node: object): node is TableNode {
  return 'kind' in node && node.kind === 'TableNode';
}
