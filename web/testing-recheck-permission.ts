import { vi } from 'vitest'
import { afterTestFile } from '#db/testing-cleanup.ts'

const real = performance.now.bind(performance)
let ahead = 0

/** Advances the clock beyond the cached authorization (`recheck-permission.ts`), so that it is read again. */
export function expirePermissionChecks(): void {
  if (ahead === 0)
    afterTestFile(async () => {
      ahead = 0
      vi.mocked(performance.now).mockRestore()
    })
  ahead += 1000
  vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead)
}
