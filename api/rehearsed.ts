import { z } from 'zod'
import type { Database } from '#db/client.ts'
import type { OwnRows } from '#web/own-rows.ts'

export const dryRunQuery = z.strictObject({
  dryRun: z.enum(['true']).optional().meta({
    description: 'Stores nothing, and answers what it would answer: the problems of each one, too',
    example: 'true',
  }),
})

/** The database for a call, which takes back what a dry run changes for a seller. */
export const databaseFor = (db: Database, { dryRun }: z.output<typeof dryRunQuery>): Database =>
  dryRun ? { ...db, asOwnerFor: (sellerId, work) => rehearsed((each) => db.asOwnerFor(sellerId, each))(work) } : db

/** Runs changes as ever and takes them back: their outcome says what they would do. */
export function rehearsed(write: OwnRows['write']): OwnRows['write'] {
  return async <T>(work: Parameters<typeof write<T>>[0]) => {
    const done = new Error('The rehearsal is over.')
    const outcomes: T[] = []
    await write(async (db) => {
      outcomes.push(await work(db))
      throw done
    }).catch((error: unknown) => {
      if (error !== done) throw error
    })
    // The last of several attempts.
    return outcomes.at(-1) as T
  }
}
