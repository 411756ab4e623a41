import { vi } from 'vitest'
import { afterTestFile } from '#db/testing-cleanup.ts'

const real = performance.now.bind(performance)
let ahead = 0

/** Advances the clock beyond the cached authorization (`recheck-permission.ts`), so that it is read again. */
export function expirePermissionChecks(): void {
  // The clock itself is restored after each file (`db/testing-each-file.ts`).
  if (ahead === 0) afterTestFile(async () => void (ahead = 0))
  ahead += 1000
  vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead)
}
