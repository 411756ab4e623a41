import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Row {
  cells: string[]
  line: string
}

const text = readFileSync('docs/specification.md', 'utf8')

/** Rows of all tables under headings that begin with `heading`. */
function rowsOf(part: string): Row[] {
  return part
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => ({
      line,
      cells: line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    }))
    .filter(({ cells }) => cells[0] !== 'what' && !/^-+$/.test(cells[0]!))
}

/** File paths in a cell: with a folder and an extension. */
const pathsOf = (cell: string) => [...cell.matchAll(/`([\w./-]+\/[\w.-]+\.\w+)`/g)].map(([, path]) => path!)

/** Tests named in a cell: file and title. */
const testsOf = (cell: string) => [...cell.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, file, title]) => ({ file, title }))

const constants = rowsOf(text.slice(0, text.indexOf('\n## What it does')))
const rows = rowsOf(text)

describe('docs/specification.md', () => {
  it('leaves no cell empty, and names a file and a test for each sentence', () => {
    expect(rows.length).toBeGreaterThan(100)
    for (const { cells, line } of rows) {
      expect(cells, line).not.toContain('')
      expect(pathsOf(cells.at(-2)!), line).not.toEqual([])
      expect(testsOf(cells.at(-1)!), line).not.toEqual([])
    }
  })

  it.each(rows)('has files and titles that are there: $cells.0', ({ line, cells }) => {
    for (const path of pathsOf(line)) expect(existsSync(path), path).toBe(true)
    for (const { file, title } of testsOf(cells.at(-1)!))
      if (title!.endsWith('…'))
        expect(titlesFrom(readFileSync(file!, 'utf8'), title!.slice(0, -1)), `${file} “${title}”`).toHaveLength(1)
      else expect(readFileSync(file!, 'utf8'), `${file} has no “${title}”`).toContain(title!)
  })

  it.each(constants)('has its value in its test: $cells.0', ({ cells: [, value, , tests] }) => {
    const [, expectedValue] = /^(?:`` (.+) ``|`([^`]+)`)/.exec(value!)!.filter((match) => match !== undefined)
    for (const { file, title } of testsOf(tests!))
      expect(hasValue(testCalled(readFileSync(file!, 'utf8'), title!), expectedValue!), title).toBe(true)
  })

  it('finds a test by the first words of its title, and notices where several begin so', () => {
    const source = `it('waits for one', …)\nit("waits for all", …)\n// waits for nobody\n`
    expect(titlesFrom(source, 'waits for o')).toHaveLength(1)
    expect(titlesFrom(source, 'waits for')).toHaveLength(2)
    expect(titlesFrom(source, 'for one')).toEqual([])
  })

  it('misses a value that the test has no more, however short it is, and wherever else it stands', () => {
    const source = `test('waits', () => expect(delay).toBe(10))\ntest.each([\n  [4],\n])('takes %d', () => {})\n`
    const has = (title: string, value: string) => hasValue(testCalled(source, title), value)
    expect([has('waits', '10'), has('takes %d', '4')]).toEqual([true, true])
    expect([has('waits', '4'), has('waits', '1'), has('waits', '0'), has('takes %d', '10')]).not.toContain(true)
  })
})

/** Test titles in a source that begin with these words. */
function titlesFrom(source: string, words: string): string[] {
  const found = source.match(new RegExp(`(?<=['"\`])${escaped(words)}.*`, 'g'))
  return [...new Set(found ?? [])]
}

/** The source of one test, with its `each` table. */
function testCalled(source: string, title: string): string {
  const tests = source.split(/^(?=\s*(?:it|test|describe)[.(])/m)
  return tests.filter((test) => test.includes(title)).join('\n')
}

/** Whether a text contains a value as a whole: `10` is not in `100`. */
const hasValue = (test: string, value: string) => new RegExp(`(?<![\\w.])${escaped(value)}(?!\\w)`).test(test)

/** Escapes a text for a regular expression. */
function escaped(words: string): string {
  return words.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
}
