import { randomUUID } from 'node:crypto'
import { open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { FileProblem, fileProblem } from './file-problem.ts'
import { errorCode } from './error-text.ts'

/**
 * Writes a file atomically: to a temporary file beside it, renamed once `work` has ended and the data is on disk.
 * Readers see the old or the new content, also after a power cut. If `work` throws, the old file stays. Follows links.
 * @param mode permissions of the new file, before the umask
 * @throws FileProblem if the place cannot be written, before `work` begins
 */
export async function writeAtomically<T>(
  target: string,
  work: (file: FileHandle) => Promise<T>,
  mode?: number,
): Promise<T> {
  const place = await placeOf(target)
  const draft = `${place}.${randomUUID()}.tmp`
  const folder = path.dirname(place)
  const file = await open(draft, 'wx', mode).catch(async (error: unknown) => {
    // Virtual file systems such as /proc report ENOENT for a folder that exists.
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

/** The resolved path of the file. Refuses to replace a folder or device. */
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
