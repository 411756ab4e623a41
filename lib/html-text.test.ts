import { expect, it } from 'vitest'
import { textOfHtml } from './html-text.ts'

it.each([
  ['', ''],
  ['plain &amp; simple', 'plain & simple'],
  ['<p>One <b>bold</b></p><p>Two</p>', 'One bold\nTwo'],
  ['a<br>b<br/>  c', 'a\nb\nc'],
  ['<ul><li>&quot;x&quot;</li><li>y&nbsp;z</li></ul>', '"x"\ny z'],
  ['&amp;lt;b&amp;gt; &copy;', '&lt;b&gt; &copy;'],
])('the text of %j is %j', (html, text) => expect(textOfHtml(html)).toBe(text))
