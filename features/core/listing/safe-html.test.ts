import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { busyFor } from '#lib/testing.ts'
import { safeHtml, typedDescription } from './safe-html.server.ts'

describe('a description', () => {
  it.each([
    ['Leica M3 & case', '<p>Leica M3 &amp; case</p>'],
    ['one\ntwo\n\n5 < 6 "mint"', '<p>one<br />two</p><p>5 &lt; 6 "mint"</p>'],
    ['', ''],
    ['Holds <a week.\n\nBox included.', '<p>Holds &lt;a week.</p><p>Box included.</p>'],
    ['<M and larger. <shop@example.org>', '<p>&lt;M and larger. &lt;shop@example.org&gt;</p>'],
    ['<b@example.org> <!-- none --> <br', '<p>&lt;b@example.org&gt; &lt;!-- none --&gt; &lt;br</p>'],
  ])('of text %j is stored as HTML and edited as text', (text, html) => {
    expect([safeHtml(text), typedDescription(html)]).toEqual([html, text])
  })
  it.each(['<p>Serviced <b>2025</b></p>', '<ul><li>one</li></ul>', '<p>a &lt;b&gt; c</p>', 'bare'])(
    'of HTML stays HTML: %s',
    (html) => expect(typedDescription(html)).toBe(html),
  )
  it.each([
    ['<p>Size <M</p>Mail <shop@example.org>', '<p>Size &lt;M</p>Mail &lt;shop@example.org&gt;'],
    ['<div>Size <M</div>', '<p>Size &lt;M</p>'],
    ['<p>a<o:p></o:p><!-- <i>b</i> --><![endif]--></p>', '<p>a</p>'],
    ['<P CLASS=x>a<script>1 <b</script><style>b</style><img src=x onerror=1><svg onload=1></P>', '<p>a</p>'],
    ['<p>a <!-- b</p>', '<p>a &lt;!-- b</p>'],
  ])('of HTML %j keeps what text cannot express, and hides program markup', (text, html) =>
    expect(safeHtml(text)).toBe(html),
  )
  it.each(['<q>', '<b>', '<div>', '<q></b>', '<ul><li>', '<o:p>', '<svg>'])(
    'in hundreds of thousands of %s is read as fast as text, without losing the rest',
    async (tag) => {
      const long = () => safeHtml(`${tag.repeat(600_000 / tag.length)}5 <6<p>one <i>two</i><br>three &amp; four`)
      expect(long()).toContain('5 &lt;6<p>one two<br />three &amp; four</p>')
      // Each tag moved all open ones, which took seconds.
      expect(await busyFor(long)).toBeLessThan(1_000)
    },
  )
  it('is unchanged within the nesting limit of browsers', () =>
    expect(safeHtml(`${'<div>'.repeat(500)}${'</div>'.repeat(490)}<p>one <b>two</b></p>`)).toBe(
      '<p>one <b>two</b></p>',
    ))
  /** Letters of the text that HTML displays. */
  const letters = (html: string) =>
    html
      .replaceAll(/<[^>]*>|\s/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
  const words = 'a é & &amp; < > " = <M <shop@x.org> <a <b <p <!-- --> </ <! <? <o: / \n \n\n'
    .split(' ')
    .concat(' ', '\n\n')
  const unsafe = ['<td colspan=2 onclick=x>', '<img src=x onerror=x>', '<svg onload=x>', '<a href=javascript:x>']
  const tags = '<p> </p> <br> <b> <b/> <script> </script> <style> <o:p>'.split(' ').concat(unsafe)
  it('of text loses no character', () =>
    expectForAll(fc.array(fc.constantFrom(...words.filter((word) => word !== '>'))), (parts) => {
      const text = parts.join('').replaceAll(/<(\/?)(a|b|p)(?=[\s/>])/g, '<$1M')
      expect(letters(safeHtml(text))).toBe(text.replaceAll(/\s/g, ''))
    }))
  it('contains only allowed HTML for any input, and sanitising is idempotent', () =>
    expectForAll(fc.array(fc.constantFrom(...words, ...tags), { maxLength: 30 }), (parts) => {
      const html = safeHtml(parts.join(''))
      const rest = html.replaceAll(/<\/?(?:p|br|b|td)(?: colspan="2")?(?: \/)?>/g, '')
      expect(rest).not.toMatch(/[<>]/)
      expect(letters(safeHtml(html))).toBe(letters(html))
    }))
  it('looks the same to buyers however often it is saved', () => {
    const part = fc.constantFrom('a', 'é', '&', '&amp;', '<', '>', '"', '\n', '\n\n', ' ', '<p>', '</p>', '<br>', '<b>')
    expectForAll(fc.array(part, { maxLength: 20 }), (parts) => {
      const html = safeHtml(parts.join(''))
      expect(safeHtml(typedDescription(html))).toBe(safeHtml(html))
    })
  })
})
