import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { FileProblem } from './file-problem.ts'
import { writeAtomically } from './atomic-write.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hub-whole-'))
  onTestFinished(() => rm(folder, { recursive: true }))
})

it('a file keeps its content until the new one is complete', async () => {
  const file = path.join(folder, 'a.txt')
  await writeFile(file, 'before')
  const told = await writeAtomically(file, async (draft) => {
    await draft.writeFile('after')
    expect(await readFile(file, 'utf8')).toBe('before')
    return 'done'
  })
  expect([told, await readFile(file, 'utf8'), await readdir(folder)]).toEqual(['done', 'after', ['a.txt']])
})

it('failed work leaves the old file and nothing else', async () => {
  const file = path.join(folder, 'a.txt')
  await writeFile(file, 'before')
  const failing = writeAtomically(file, async (draft) => {
    await draft.writeFile('half')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect([await readFile(file, 'utf8'), await readdir(folder)]).toEqual(['before', ['a.txt']])
})

it('a symbolic link is followed', async () => {
  const [file, link] = [path.join(folder, 'a.txt'), path.join(folder, 'link')]
  await writeFile(file, 'before')
  await symlink(file, link)
  await writeAtomically(link, (draft) => draft.writeFile('after'))
  expect(await readFile(file, 'utf8')).toBe('after')
})

it.each([
  ['a folder that is not there', 'nope/a.txt', 'nope does not exist.'],
  ['a folder in its place', '.', ' is a folder, not a file.'],
  ['a device', '/dev/null', '/dev/null is a device, not a file.'],
  ...(process.platform === 'linux'
    ? [['a folder of the system’s own', '/proc/a.txt', '/proc takes no new files.']]
    : []),
])('%s is refused before the work begins', async (_, name, words) => {
  const target = path.resolve(folder, name)
  const running = writeAtomically(target, () => Promise.reject(new Error('has begun')))
  await expect(running).rejects.toThrow(FileProblem)
  await expect(running).rejects.toThrow(words)
})
