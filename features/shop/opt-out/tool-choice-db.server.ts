import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'

/** The tool that stands at the overview's address. */
export type Tool = 'hub' | 'previous'

interface Choice {
  memberId: string
  tool: Tool
  now: Date
  /** Fired where nobody waits for the answer any more: then nothing is kept. */
  signal: AbortSignal
}

/**
 * Keeps which tool a member works with, for all their devices and sessions. Choosing the same again changes nothing.
 * Throws, and keeps nothing, where the request was called off before the choice was stored: whoever was told that it
 * failed must not find it done later.
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
