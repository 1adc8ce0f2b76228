import { RawNode } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';

/** A context that records its statements: of raw ones the text, of others the kind. */
export function recordStatements(ctx: ServiceContext): {
  ctx: ServiceContext;
  statements: string[];
} {
  const statements: string[] = [];
  const db = ctx.db.withPlugin({
    transformQuery({ node }) {
      statements.push(RawNode.is(node) ? node.sqlFragments.join('?') : node.kind);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  return { ctx: { ...ctx, db }, statements };
}
