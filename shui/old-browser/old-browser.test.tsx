import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { renderHtml } from '../testing.tsx'
import { OldBrowserNotice } from './old-browser-notice.tsx'

const text = 'Seller Hub no longer supports this browser. Update it for a better experience.'
const { html } = renderHtml(<OldBrowserNotice text={text} nonce="n0nce" />)
const script = /<script nonce="n0nce">([^]*)<\/script>/.exec(html)?.[1] ?? ''

function run(cookie: string) {
  const button: { onclick?: () => void } = {}
  const notice = { style: { display: '' }, getElementsByTagName: () => [button] }
  const document = { cookie, getElementById: () => notice }
  runInNewContext(script, { document, location: { protocol: 'https:' } })
  return { notice, document, button }
}

it('is server HTML under the nonce, with a Close', () => {
  expect(html).toContain(`<span>${text}</span> <button type="button">Close</button>`)
  expect(html).toContain('<style nonce="n0nce">')
  expect(script).not.toBe('')
})
it('is ES5', () => expect(script).not.toMatch(/=>|\b(const|let|class|async|import)\b|`|\?\.|\?\?/))
it('Close hides it and is remembered for 400 days', () => {
  const { notice, document, button } = run('a=1')
  expect(notice.style.display).toBe('')
  button.onclick?.()
  expect(notice.style.display).toBe('none')
  expect(document.cookie).toMatch(/^shui-old-browser=closed; Path=\/; SameSite=Lax; Expires=.* GMT; Secure$/)
})
it('closed once, it stays hidden', () => expect(run('a=1; shui-old-browser=closed').notice.style.display).toBe('none'))
