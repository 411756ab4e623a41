/** One member's exports at once: one that runs and one more, as people do who export two lists after each other. */
export const exportsPerMember = 2

/** A place for one export among those that run. */
export type ExportSlot = { ok: true; release: () => void } | { ok: false; reason: 'member' | 'hub' }

/** Who exports at the moment, in this process. */
export interface ExportSlots {
  /** Refuses with whose exports there are too many of; whoever gets a place gives it back by `release`, once. */
  take(memberId: string): ExportSlot
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
  const running = new Map<string, number>()
  let total = 0
  return {
    take(memberId) {
      const own = running.get(memberId) ?? 0
      if (own >= exportsPerMember) return { ok: false, reason: 'member' }
      if (total >= most) return { ok: false, reason: 'hub' }
      total += 1
      running.set(memberId, own + 1)
      return {
        ok: true,
        release: () => {
          total -= 1
          const left = running.get(memberId)! - 1
          if (left > 0) running.set(memberId, left)
          else running.delete(memberId)
        },
      }
    },
  }
}
