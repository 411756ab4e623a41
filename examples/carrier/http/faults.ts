import { z } from 'zod'

export const faultSchema = z.object({
  fault: z.enum([
    'LATE',
    'SILENT_AFTER_BUYING',
    'ERROR_BEFORE_BUYING',
    'AWAY',
    'TOO_MANY',
    'WRONG_JSON',
    'REFUSE_SERVICE',
  ]),
  /** Requests that it hits. */
  times: z.int().min(1).default(1),
  /** Milliseconds of `LATE`. */
  ms: z.int().min(0).max(120_000).default(5_000),
  /** Hits requests whose path begins so. */
  path: z.string().default('/v1/'),
  /** Code of the service of `REFUSE_SERVICE`. */
  service: z.string().optional(),
})
export type Fault = z.infer<typeof faultSchema>

/** Faults that an account has ordered. They are not stored. */
export interface Faults {
  add: (account: string, fault: Fault) => void
  clear: (account: string) => void
  /** Uses up one of the faults of this kind that hits the path. */
  take: (account: string, path: string, kind: Fault['fault'], service?: string) => Fault | null
}

export function createFaults(): Faults {
  const ordered = new Map<string, Fault[]>()
  return {
    add: (account, fault) => ordered.set(account, [...(ordered.get(account) ?? []), { ...fault }]),
    clear: (account) => ordered.delete(account),
    take(account, path, kind, service) {
      const fault = ordered
        .get(account)
        ?.find(
          (each) => each.fault === kind && each.times > 0 && path.startsWith(each.path) && each.service === service,
        )
      if (!fault) return null
      fault.times -= 1
      return fault
    },
  }
}
