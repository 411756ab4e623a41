import type { OwnRows } from '#web/own-rows.ts'

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
