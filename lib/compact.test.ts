import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { compact, expand, type Compact } from './compact.ts'

/** The value as sent to the browser, without symbols. */
const sent = <T>({ text, others }: Compact<T>): Compact<T> => ({ text, others })

describe('compact data', () => {
  it('writes keys once, and repeated texts as references', () => {
    const link = (label: string, href: string) => ({ label, href, active: false })
    const { text, others } = compact({ links: [link('All orders', '/sh/ord'), link('All orders', '/sh/ord')], n: 2 })
    expect(text).toBe(':links,n,|[2|:label,href,active,|All orders|/sh/ord|-|{1|=0|=1|-|#2')
    expect(others).toEqual([])
  })

  it('writes repeated objects once, and restores them as one object', () => {
    const group = { name: 'Orders', links: ['/a', '/b'] }
    const packed = sent(compact({ menu: [group, group], side: group.links, like: ['/a', '/b'] }))
    expect(packed.text).toBe(':menu,side,like,|[2|:name,links,|Orders|[2|/a|/b|@2|@3|[2|/a|/b')
    const found = expand(packed)
    expect(found).toEqual({ menu: [group, group], side: group.links, like: ['/a', '/b'] })
    expect(found.menu[1]).toBe(found.menu[0])
    expect(found.side).toBe(found.menu[0]?.links)
  })

  it('is not parsed where it was created', () => {
    const data = { a: [1] }
    expect(expand(compact(data))).toBe(data)
    expect(expand(compact(null))).toBeNull()
  })

  it('leaves values that are not plain data to the caller, each once', () => {
    const later = Promise.resolve(1)
    const at = new Date(0)
    const packed = sent(compact({ count: later, again: [later, undefined], at, left: undefined }))
    expect(packed.others).toEqual([later, undefined, at])
    const found = expand(packed)
    expect(found).toEqual({ count: later, again: [later, undefined], at })
    expect(found.count).toBe(later)
  })

  it('expands to the same data, whatever it contains', () => {
    const mark = fc.constantFrom(...'~|,:{[#+-!=?@\'"12 \0')
    const text = fc.oneof(
      fc.string(),
      fc.array(mark, { maxLength: 6 }).map((marks) => marks.join('')),
    )
    const value = fc.anything({
      key: text.filter((name) => name !== '__proto__'),
      values: [
        text,
        fc.boolean(),
        fc.integer(),
        fc.double({ noNaN: true }).filter((n) => !Object.is(n, -0)),
        fc.constant(null),
      ],
      withNullPrototype: false,
    })
    expectForAll(value, (data) => {
      expect(expand(sent(compact([data, { again: data }, data])))).toEqual([data, { again: data }, data])
    })
  })
})
