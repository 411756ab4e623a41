import { sql } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { SellerDb } from '#db/client.ts'

/** One member's exports at once: one that runs and one more, as people do who export two lists after each other. */
export const exportsPerMember = 2

/** Who exports at the moment, in this process. */
export interface ExportSlots {
  /** A place for one export, given back by calling what is returned, once; null where there is none. */
  take(): (() => void) | null
}

declare module '#web/hub.ts' {
  interface Hub {
    exports: ExportSlots
  }
}

/**
 * Each export keeps a connection for as long as its reader takes: all of them together get fewer than half of the pool's
 * (of the smallest pool, one), so that pages always have most of it.
 */
export function createExportSlots(poolSize: number): ExportSlots {
  const most = Math.max(1, Math.ceil(poolSize / 2) - 1)
  let total = 0
  return {
    take() {
      if (total >= most) return null
      total += 1
      return () => (total -= 1)
    },
  }
}

/**
 * Takes one of a member's places until the transaction ends, however it does; false where all are taken. PostgreSQL keeps
 * them, so that they are the same for all processes of the hub.
 */
export async function takeMemberPlace(db: SellerDb, memberId: string): Promise<boolean> {
  for (let place = 1; place <= exportsPerMember; place += 1) {
    const key = sql`hashtextextended(${`export ${place} of ${memberId}`}, 0)`
    const { taken } = await oneRow(db, sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${key}) as taken`)
    if (taken) return true
  }
  return false
}
