import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { childrenOf, readXml, textIn, writeXml } from './xml.ts'

describe('XML', () => {
  it('is read by local names, with its entities and sections', () => {
    const read = readXml(
      '<?xml version="1.0"?><n:a xmlns:n="u"><!-- no --><b x="1 &amp; 2"> A &lt; &#66; </b><b><![CDATA[<c>]]></b><d/></n:a>',
    )
    expect(read?.name).toBe('a')
    expect(childrenOf(read!, 'b').map(({ text, attributes }) => [text, attributes])).toEqual([
      [' A < B ', { x: '1 & 2' }],
      ['<c>', {}],
    ])
    expect([textIn(read!, 'b'), textIn(read!, 'd'), textIn(read!, 'e')]).toEqual(['A < B', undefined, undefined])
  })

  it.each(['', 'text', '<a>', '<a></b>', '<a><b></a>', '<a/><b/>', '<a/>text', '<a>'.repeat(30) + '</a>'.repeat(30)])(
    'refuses %s',
    (document) => {
      expect(readXml(document)).toBeNull()
    },
  )

  it('takes no entities of a document’s own', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY x "1234567890"><!ENTITY y SYSTEM "file:///etc/passwd">]><a>&x;&y;</a>'
    expect(readXml(bomb)).toBeNull()
    expect(readXml('<a>&x;</a>')?.text).toBe('&x;')
  })

  it('is read as it was written', () => {
    const text = fc.string({ unit: 'grapheme' }).map((all) => all.replaceAll(/\p{Cc}|[\uFFFE\uFFFF]/gu, ''))
    expectForAll(text, text, (inside, attribute) => {
      const read = readXml(writeXml(['a', [['b', inside, { x: attribute }]]]))
      expect(read?.children[0]).toMatchObject({ text: inside, attributes: { x: attribute } })
    })
    expect(
      writeXml([
        'a',
        [
          ['b', 'a\u0000b\uD800'],
          ['c', null],
        ],
      ]),
    ).toBe('<a><b>a b\uFFFD</b></a>')
  })
})
