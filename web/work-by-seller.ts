import { sql, type RawBuilder } from 'kysely'
import { overAllSellers, type Database } from '#db/client.ts'
import { forEachIsolated, type ReportFailure } from './for-each-isolated.ts'

export interface SellersWork {
  report?: ReportFailure
  /** Ends the work after its current part. */
  signal?: AbortSignal
}

/**
 * Works on the sellers that a statement selects as `"sellerId"`, part by part until a part is the last. A seller whose
 * part fails is reported and blocks nobody. Returns what all parts did.
 */
export async function workBySeller(
  db: Database,
  { report = () => {}, signal }: SellersWork,
  sellers: RawBuilder<unknown>,
  begin: (sellerId: number) => () => Promise<{ done: number; isLast: boolean }>,
): Promise<number> {
  const { rows } = await sql<{ sellerId: number }>`${overAllSellers} ${sellers} order by 1`.execute(db.owner)
  let done = 0
  await forEachIsolated(
    rows,
    async ({ sellerId }) => {
      const next = begin(sellerId)
      for (let isLast = false; !isLast;) {
        if (signal?.aborted) return
        const part = await next()
        done += part.done
        isLast = part.isLast
      }
    },
    report,
  )
  return done
}
