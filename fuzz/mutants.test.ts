import { describe, expect, it } from 'vitest'
import { mutantsOf } from './mutants.ts'

const changed = (source: string) =>
  mutantsOf(source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end))

describe('changes of a rule', () => {
  it.each<[string, string[]]>([
    ['left<=most', ['left<most']],
    ['a === b && !c', ['a !== b && !c', 'a === b || !c', 'a === b && c']],
    ['open ? 1 : rest', ['rest', '2'].map((text) => `open ? ${text} : rest`)],
    ['if (done) stop()', ['if (false) stop()']],
    ['const isOpen: 1 | true = true as true', ['const isOpen: 1 | true = false as true']],
    ["import { a } from 'b'", []],
    ['/* < */ a /* < */ < b', ['/* < */ a /* < */ <= b']],
  ])('of %s', (source, expected) => {
    expect(changed(source)).toEqual(expected)
  })
})
