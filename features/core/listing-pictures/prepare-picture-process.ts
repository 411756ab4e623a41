import { setPriority } from 'node:os'
import type { ProcessAnswer } from './picture-process.server.ts'
import { preparePicture } from './prepare-picture.server.ts'

// The process that makes pictures ready, one at a time: a file made to be slow ends with it. Pages come first.
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
