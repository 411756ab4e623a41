import { setPriority } from 'node:os'
import type { ProcessAnswer } from './picture-process.server.ts'
import { preparePicture } from './prepare-picture.server.ts'

// The child process for pictures, one at a time: a file crafted to be slow is killed with it. Low priority, so pages
// come first.
setPriority(10)
process.on('disconnect', () => process.exit())
process.on('message', (file: string) => {
  void preparePicture(file).then(
    (result) => answer({ result }),
    (error: unknown) => answer({ failure: String(error) }),
  )
})

function answer(message: ProcessAnswer): void {
  process.send?.(message)
}
