import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import type { PreviousVersion } from '#db/migrate.ts'

const root = path.resolve(import.meta.dirname, '..')
const execute = promisify(execFile)

/** Whether this clone has the commit; shallow clones may not. */
export function hasCommit({ commit }: Pick<PreviousVersion, 'commit'>): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export function checkOutCommit({ commit }: Pick<PreviousVersion, 'commit'>, folder: string): void {
  const archive = path.join(folder, 'commit.tar')
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: root })
  execFileSync('tar', ['-xf', archive, '-C', folder])
}

/** Gives a folder of `checkOutCommit` this version's packages. */
export function usePackages(folder: string): void {
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
}

/** Checks a commit out into an empty folder and builds its pages; with this version's packages if it locks the same. */
export async function buildCommit(previous: PreviousVersion, folder: string): Promise<void> {
  checkOutCommit(previous, folder)
  const isSame = lockedPackages(folder) === lockedPackages(root)
  if (isSame) usePackages(folder)
  const steps = isSame ? 's.build()' : 's.install().then(() => s.build())'
  await execute(process.execPath, ['-e', `import('./cli/bootstrap/setup.mjs').then((s) => ${steps})`], { cwd: folder })
}

/** The locked packages, without the version of the hub itself. */
function lockedPackages(folder: string): string {
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>
  }
  return JSON.stringify({ ...packages, '': { ...packages[''], version: undefined } })
}

/** A request that a hub must answer; returns what was wrong with the answer, or null. */
export type LoadRequest = (hub: string) => Promise<string | null>

/** Requests that are repeated until stopped, to hubs that may change. */
export interface Load {
  /** Sends requests to these hubs only, in turns, and waits until each request was made since. */
  moveTo(hubs: readonly string[]): Promise<void>
  stop(): Promise<{ requests: number; failures: string[] }>
}

/** Repeats some lists of requests concurrently; each list in its order, over and over. */
export function startLoad(lists: readonly (readonly LoadRequest[])[], first: string): Load {
  const failures: string[] = []
  const rounds = lists.map(() => 0)
  let hubs: readonly string[] = [first]
  let requests = 0
  const stopping = new AbortController()
  const runners = lists.map(async (list, index) => {
    while (!stopping.signal.aborted) {
      for (const request of list) {
        const hub = hubs[requests % hubs.length] ?? first
        requests += 1
        const failure = await request(hub).catch((error: unknown) => String(error))
        if (failure !== null) failures.push(failure)
        await setImmediate()
      }
      rounds[index] = (rounds[index] ?? 0) + 1
    }
  })
  return {
    async moveTo(next) {
      hubs = next
      const before = [...rounds]
      // The first round has begun before.
      await expect.poll(() => rounds.every((count, index) => count >= (before[index] ?? 0) + 2)).toBe(true)
    },
    async stop() {
      stopping.abort()
      await Promise.all(runners)
      return { requests, failures }
    },
  }
}
