import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'

/** The tool shown at the overview's URL. */
export type Tool = 'hub' | 'previous'

interface Choice {
  memberId: string
  tool: Tool
  now: Date
  /** Aborts when the client has given up; then nothing is stored. */
  signal: AbortSignal
}

/**
 * Stores a member's tool choice for all devices. Idempotent. Throws without storing if the request was aborted first,
 * so that a reported failure does not take effect later.
 */
export async function chooseTool(db: Kysely<Schema>, { memberId, tool, now, signal }: Choice): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('members')
      .set({ previous_tool_since: tool === 'previous' ? now : null, updated_at: now })
      .where('id', '=', memberId)
      .where('previous_tool_since', tool === 'previous' ? 'is' : 'is not', null)
      .execute()
    signal.throwIfAborted()
  })
}
