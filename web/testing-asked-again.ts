import { vi } from 'vitest'
import { afterTestFile } from '#db/testing-cleanup.ts'

const real = performance.now.bind(performance)
let ahead = 0

/**
 * Lets so much time go by, in no time, that what was found out about who asks is found out anew (`asked-again.ts`): however long this
 * machine took to find it out.
 */
export function passWhatIsHeld(): void {
  if (ahead === 0)
    afterTestFile(async () => {
      ahead = 0
      vi.mocked(performance.now).mockRestore()
    })
  ahead += 1000
  vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead)
}
