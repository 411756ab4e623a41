import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const folders = 'api,app,cli,connectors,db,examples,features,lib,marketplace,server,shui,texts,web'

/** A cast that compiles for any value. */
const blind = /\bas (unknown as\b|never\b|any\b)/

/** Lines with such a cast and no comment above. */
function unexplained(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  const isComment = (line = '') => /^(\/\/|\/?\*)/.test(line)
  return lines.filter((line, index) => blind.test(line) && !isComment(line) && !isComment(lines[index - 1]))
}

describe('an unchecked cast', () => {
  it('has its reason on the line above', () => {
    const files = globSync(`{${folders}}/**/*.{ts,tsx}`, { cwd: root })
    // Test browsers call pages through the router, which types each page separately.
    const product = files.filter((file) => !/\.test\.|testing|test-browser/.test(file))
    const found = product.flatMap((file) =>
      unexplained(readFileSync(path.join(root, file), 'utf8')).map((line) => `${file}: ${line}`),
    )
    expect(product.length).toBeGreaterThan(900)
    expect(found).toEqual([])
  })

  it.each(['const a = b as unknown as C', 'call(body as never)', 'return x as any'])('is found: %s', (line) => {
    expect(unexplained(line)).toEqual([line])
    expect(unexplained(`// The driver does not type it.\n${line}`)).toEqual([])
  })
})
