import { setPriority } from 'node:os'
import type { ProcessAnswer } from './picture-process.server.ts'
import { preparePicture } from './prepare-picture.server.ts'

// The child process for pictures, one at a time: a file crafted to be slow is killed with it. Low priority, so pages
// come first.
setPriority(10)
const cpuMs = Number(process.argv[2])
process.on('disconnect', () => process.exit())
process.on('message', (file: string) => {
  const before = process.cpuUsage()
  const isLate = () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000 > cpuMs
  }
  const watch = setInterval(() => {
    if (isLate()) answer({ late: true })
  }, 250)
  void preparePicture(file)
    .then(
      (result) => answer(isLate() ? { late: true } : { result }),
      (error: unknown) => answer({ failure: String(error) }),
    )
    .finally(() => clearInterval(watch))
})

function answer(message: ProcessAnswer): void {
  process.send?.(message)
}
