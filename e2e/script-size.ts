import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const root = path.resolve(import.meta.dirname, '../build/client')

/** Size of the scripts among these addresses, in gzipped bytes, without files of texts. */
export async function sizeOf(addresses: Iterable<string>): Promise<number> {
  const scripts = [...new Set(addresses)].filter((address) => address.endsWith('.js'))
  const sizes = scripts.map(async (address) => {
    const code = await readFile(path.join(root, address), 'utf8')
    return / as messages\};\s*$/.test(code) ? 0 : gzipSync(code, { level: 9 }).length
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
