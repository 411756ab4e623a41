import { describe, expect, it } from 'vitest'
import { expand } from './compact.ts'
import { pack, unpack, type Packed } from './packed.ts'
import { createRandom } from './random.ts'

/** The value as sent to the browser, without symbols. */
const sent = <T>(packed: Packed<T>) => JSON.parse(JSON.stringify(packed)) as Packed<T>
const row = (n: number) => ({
  key: `14-20931-7712${n}`,
  href: `/sh/ord/details?orderid=14-20931-7712${n}&from=`,
  title: `Order 14-20931-7712${n}, Leica M3 body, boxed`,
  cells: { item: { kind: 'two-line', main: 'Leica M3 body, boxed', image: null }, order: `14-20931-7712${n}`, sold: n },
  urgent: n > 2,
})

describe('a packed list', () => {
  it('unpacks to the same data', () => {
    const rows = Array.from({ length: 5 }, (_, n) => row(n))
    expect(unpack(sent(pack(rows)))).toEqual(rows)
    expect(unpack(sent(pack([])))).toEqual([])
    expect(unpack(sent(pack([{}, {}])))).toEqual([{}, {}])
  })

  it('writes common values once, then what differs per row', () => {
    const { shapes, text } = pack(Array.from({ length: 3 }, (_, n) => row(n)))
    expect(expand(shapes)).toHaveLength(1)
    expect(text).toBe(
      '0|14-20931-77120|Leica M3 body, boxed|~a|0|/sh/ord/details?orderid=~a&from=|Order ~a, ~b' +
        '||~J1|||1||' +
        '||~J2|||2||',
    )
  })

  it('writes a prefix shared with the previous value once, and never splits a character', () => {
    const things = ['2026-11-22T23:59:33.000Z', '2026-11-22T23:26:59.000Z', 'abc😀', 'abc😁', 'abcd~x', 'abcd|x'].map(
      (at) => ({ at }),
    )
    const { text } = pack(things)
    expect(text).toBe('0|2026-11-22T23:59:33.000Z||~K26:59.000Z||abc😀||abc😁||abcd~1x||~A~2x')
    expect(unpack(sent(pack(things)))).toEqual(things)
  })

  it('is not parsed where it was created', () => {
    const rows = [row(1)]
    expect(unpack(pack(rows))).toBe(rows)
  })

  it.each(['~', '|', '~a', '||~1|', '', '\0', '"\\\n', '</script>', 'a~bcdefgh|i', '~~abcdefgh'])(
    'keeps a text such as %j, in any position',
    (text) => {
      const things = [
        { a: text, b: `${text}${text}`, c: `before ${text}${text}${text}` },
        { a: 'abcdefgh', b: `~${text}abcdefgh`, c: text },
        { a: text, b: text, c: 'abcdefgh' },
      ]
      expect(unpack(sent(pack(things)))).toEqual(things)
    },
  )

  it('keeps any plain data', () => {
    const random = createRandom('packed')
    const texts = [
      '',
      '~',
      '|',
      'abcdefgh',
      'abcdefghijkl',
      '~a',
      'x abcdefgh y',
      '1',
      'Ω≈ç√∫˜µ',
      'abc😀',
      'abc😁',
      'abcd~',
      'abcd|',
    ]
    const pick = <T>(choices: readonly T[]) => choices[random.int(0, choices.length - 1)]!
    const any = (depth: number): unknown => {
      const kind = random.int(0, depth > 2 ? 4 : 6)
      if (kind < 2) return pick(texts) + pick(texts)
      if (kind === 2) return random.int(-5, 1e9)
      if (kind === 3) return random.chance(0.5)
      if (kind === 4) return null
      if (kind === 5) return Array.from({ length: random.int(0, 3) }, () => any(depth + 1))
      return Object.fromEntries(['a', '7', 'kind', 'b', '3'].map((name) => [name, any(depth + 1)]))
    }
    for (let times = 0; times < 300; times += 1) {
      const things = Array.from({ length: random.int(0, 6) }, () => any(0))
      expect(unpack(sent(pack(things)))).toEqual(things)
    }
  })
})
