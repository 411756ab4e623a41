import { randomUUID } from 'node:crypto'
import { open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { FileProblem, fileProblem } from './file-problem.ts'
import { errorCode } from './error-text.ts'

/**
 * Writes a file as a whole: beside its place under a name of its own, and in its place once `work` has ended and all is on
 * the disk. Whoever reads finds the old content or the new, also after a power cut; where `work` throws, what was there
 * stays (atomic write). A link is followed.
 *
 * @param mode rights of the new file, less the umask
 * @throws FileProblem where the place cannot be written, before `work` begins.
 */
export async function writeWhole<T>(target: string, work: (file: FileHandle) => Promise<T>, mode?: number): Promise<T> {
  const place = await placeOf(target)
  const draft = `${place}.${randomUUID()}.tmp`
  const folder = path.dirname(place)
  const file = await open(draft, 'wx', mode).catch(async (error: unknown) => {
    // So say those that the system makes up, such as /proc, where no file can be made.
    if (errorCode(error) === 'ENOENT' && (await isThere(folder))) throw new FileProblem(`${folder} takes no new files.`)
    throw fileProblem(error, folder)
  })
  try {
    const result = await work(file)
    await file.sync()
    await file.close()
    await rename(draft, place)
    return result
  } catch (error) {
    await file.close()
    await rm(draft, { force: true })
    throw error
  }
}

const isThere = (folder: string) =>
  stat(folder).then(
    () => true,
    () => false,
  )

/** Where the file is to be, or is. What is there and is no file, such as a folder or a device, must not be replaced. */
async function placeOf(target: string): Promise<string> {
  try {
    const there = await stat(target)
    if (!there.isFile())
      throw new FileProblem(`${target} is ${there.isDirectory() ? 'a folder' : 'a device'}, not a file.`)
    return await realpath(target)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return target
    throw fileProblem(error, target)
  }
}
