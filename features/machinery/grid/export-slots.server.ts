import { sql } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { SellerDb } from '#db/client.ts'

/** Concurrent exports per member: people export two lists in a row. */
export const exportsPerMember = 2

export interface ExportSlots {
  /** Takes a slot; returns a function that releases it, or null if none is free. */
  take(): (() => void) | null
}

declare module '#web/hub.ts' {
  interface Hub {
    exports: ExportSlots
  }
}

/**
 * Creates the slots. Each export holds a connection, so together they get less than half of the pool (at least one),
 * and pages keep the rest.
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
 * Takes one of a member's slots until the transaction ends; false if none is free. Kept in PostgreSQL, so it applies to
 * all processes.
 */
export async function takeMemberSlot(db: SellerDb, memberId: string): Promise<boolean> {
  for (let place = 1; place <= exportsPerMember; place += 1) {
    const key = sql`hashtextextended(${`export ${place} of ${memberId}`}, 0)`
    const { taken } = await oneRow(db, sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${key}) as taken`)
    if (taken) return true
  }
  return false
}
