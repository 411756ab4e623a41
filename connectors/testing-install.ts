import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = path.resolve(import.meta.dirname, '../node_modules/.cache/shops')

/** The `node_modules` of a shop from npm, whose packages are installed below the cache the first time. */
export async function installShop(
  name: string,
  packages: readonly string[],
  options: readonly string[] = [],
): Promise<string> {
  const folder = path.join(cache, name)
  const mark = path.join(folder, 'complete')
  if (!existsSync(mark)) {
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'shop', private: true }))
    const args = ['install', '--no-audit', '--no-fund', ...options, ...packages]
    await run('npm', args, { cwd: folder, maxBuffer: 2 ** 24 })
    await writeFile(mark, '')
  }
  return path.join(folder, 'node_modules')
}
