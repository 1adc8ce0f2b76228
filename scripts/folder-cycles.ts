import { dirname } from 'node:path';

type Import = { from: string; to: string };
type Module = { source: string; dependencies: { resolved: string }[] };

const PRODUCT = /^(?:app|server|shared)\//;

/** Reads the JSON report of dependency-cruiser. */
export function readImports(report: string): Import[] {
  const { modules } = JSON.parse(report) as { modules: Module[] };
  return modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  );
}

/** Returns each group of product folders that import each other in a cycle, with one import for each pair of folders. */
export function findFolderCycles(imports: readonly Import[]): string[] {
  const edges = new Map<string, Map<string, string>>();
  for (const { from, to } of imports) {
    const [folder, target] = [dirname(from), dirname(to)];
    if (folder === target || !PRODUCT.test(from) || !PRODUCT.test(to)) continue;
    const targets = edges.get(folder) ?? new Map<string, string>();
    edges.set(folder, targets.set(target, `${from} → ${to}`));
  }

  function reach(start: string): Set<string> {
    const reached = new Set<string>();
    const pending = [start];
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      for (const target of edges.get(folder)?.keys() ?? []) {
        if (!reached.has(target)) pending.push(target);
        reached.add(target);
      }
    }
    return reached;
  }

  const reachable = new Map(Array.from(edges.keys(), (folder) => [folder, reach(folder)]));
  return [...edges].flatMap(([folder, targets]) =>
    [...targets].flatMap(([target, example]) =>
      reachable.get(target)?.has(folder) ? [`${folder} and ${target}: ${example}`] : [],
    ),
  );
}
