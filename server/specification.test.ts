import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Row {
  cells: string[]
  line: string
}

const text = readFileSync('docs/specification.md', 'utf8')

/** Rows of all tables in a part of the document. */
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

/** The test that a cell names: file and title. */
const testOf = (cell: string) =>
  /^`([^`]+)` “([^”]+)”$/.exec(cell)?.slice(1) as [file: string, title: string] | undefined

const isTest = (path: string) => /\.test\.tsx?$|^e2e\//.test(path)

const end = text.indexOf('\n## Frame and kit')
const constants = rowsOf(text.slice(0, end))
const parts = rowsOf(text.slice(end))

describe('docs/specification.md', () => {
  it('has a table of constants, and one for each section', () => {
    expect(constants.length).toBeGreaterThan(20)
    expect(parts.length).toBeGreaterThan(40)
  })

  it.each(constants)('has the value in its test: $cells.0', ({ line, cells: [, value, test] }) => {
    const [, wanted] = /^(?:`` (.+) ``|`([^`]+)`)/.exec(value!)!.filter((match) => match !== undefined)
    const [file, title] = testOf(test!) ?? expect.unreachable(line)
    expect(hasValue(testCalled(readFileSync(file, 'utf8'), title), wanted!), line).toBe(true)
  })

  it.each(parts)('names existing code and tests: $cells.0', ({ line, cells }) => {
    expect(cells, line).toHaveLength(3)
    const [code, tests] = [pathsOf(cells[1]!), pathsOf(cells[2]!)]
    expect([code.length > 0, tests.length > 0], line).toEqual([true, true])
    expect([code.filter(isTest), tests.filter((path) => !isTest(path))], line).toEqual([[], []])
    expect(pathsOf(line).filter((path) => !existsSync(path))).toEqual([])
  })

  it('notices a value that is missing in the test, however short, and wherever else it occurs', () => {
    const source = `test('waits', () => expect(delay).toBe(10))\ntest.each([\n  [4],\n])('takes %d', () => {})\n`
    const has = (title: string, value: string) => hasValue(testCalled(source, title), value)
    expect([has('waits', '10'), has('takes %d', '4')]).toEqual([true, true])
    expect([has('waits', '4'), has('waits', '1'), has('waits', '0'), has('takes %d', '10')]).not.toContain(true)
  })
})

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
