import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { elementsOf } from './markup.ts'

const page = (
  <html lang="en" data-theme="auto">
    <body className="a b">
      <p id="x">
        Tom &amp; Jerry&apos;s &lt;b&gt; {'"quoted"'} {5} of 6
      </p>
      <label htmlFor="q">Search</label>
      <input id="q" name="q" defaultValue={'a"b'} disabled />
      <svg viewBox="0 0 8 8" aria-hidden="true">
        <path d="M0 0" strokeWidth="2" />
      </svg>
      <br />
      <table>
        <tbody>
          <tr>
            <td colSpan={2}>é 🎞</td>
          </tr>
        </tbody>
      </table>
      <script dangerouslySetInnerHTML={{ __html: 'if (1 < 2 && "</p>") go()' }} />
    </body>
  </html>
)

describe('elementsOf', () => {
  it('renders to the very markup it was made from', () => {
    const html = renderToStaticMarkup(page)
    expect(renderToStaticMarkup(elementsOf(html))).toBe(html)
  })

  it('leaves out the doctype and comments', () => {
    expect(renderToStaticMarkup(elementsOf('<!DOCTYPE html><p>a<!-- -->b</p>'))).toBe('<p>ab</p>')
  })

  it.each(['<a></a><b></b>', 'text only', ''])('refuses %s', (html) => {
    expect(() => elementsOf(html)).toThrow()
  })
})
