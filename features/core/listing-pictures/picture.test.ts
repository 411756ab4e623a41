import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { pictureValue, readChosenPictures } from './picture.ts'

const [a, b] = ['a', 'b'].map((letter) => letter.repeat(32)) as [string, string]

describe('readChosenPictures', () => {
  it('reads hashes and descriptions in order', () => {
    expect(readChosenPictures([`${b}  The \n front `, a])).toEqual([
      { hash: b, alt: 'The front' },
      { hash: a, alt: '' },
    ])
  })

  it('ignores invalid and duplicate pictures, and shortens long descriptions', () => {
    expect(readChosenPictures(['../x', a, '', `${a} again`, `${b}x`])).toEqual([{ hash: a, alt: '' }])
    expect([...readChosenPictures([`${a} ${'🙂'.repeat(300)}`])[0]!.alt]).toHaveLength(250)
  })

  it('reads what pictureValue writes', () => {
    const alt = fc.string({ maxLength: 60 }).map((text) => text.replaceAll(/\s+/g, ' ').trim())
    expectForAll(alt, (text) => {
      const picture = { hash: a, alt: text }
      expect(readChosenPictures([pictureValue(picture)])).toEqual([picture])
    })
  })
})
