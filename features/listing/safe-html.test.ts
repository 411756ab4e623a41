import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeHtml, typedDescription } from './safe-html.server.ts'

describe('a description', () => {
  it.each([
    ['Leica M3 & case', '<p>Leica M3 &amp; case</p>'],
    ['one\ntwo\n\n5 < 6 "mint"', '<p>one<br />two</p><p>5 &lt; 6 "mint"</p>'],
    ['', ''],
  ])('of text %j is kept as HTML and typed as text', (text, html) => {
    expect([safeHtml(text), typedDescription(html)]).toEqual([html, text])
  })
  it.each(['<p>Serviced <b>2025</b></p>', '<ul><li>one</li></ul>', '<p>a &lt;b&gt; c</p>', 'bare'])(
    'of HTML stays HTML: %s',
    (html) => expect(typedDescription(html)).toBe(html),
  )
  it('is the same to buyers however often it is kept', () => {
    const part = fc.constantFrom('a', 'é', '&', '&amp;', '<', '>', '"', '\n', '\n\n', ' ', '<p>', '</p>', '<br>', '<b>')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const html = safeHtml(parts.join(''))
        expect(safeHtml(typedDescription(html))).toBe(safeHtml(html))
      }),
    )
  })
})
