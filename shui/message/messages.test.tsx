import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { renderHtml, testCookies } from '../testing.tsx'
import { messageDialogFixtures, messageFixtures } from './message-fixtures.ts'
import { Message, Messages } from './messages.tsx'
import { closeMessage, mayShow, showMessage } from './page-memory.ts'

describe('on the server', () => {
  it('an alert stands there empty and hidden, its live region ready', () =>
    expect(renderHtml(<Message model={{ type: 'alert', message: 'Late' }} />)).toEqual({
      html: '<div><div role="alert"></div></div>',
      errors: [],
    }))
  it.each(['success', 'info', undefined])('%s is a status', (type) =>
    expect(renderHtml(<Message model={{ type, message: 'x' }} />).html).toBe('<div><div role="status"></div></div>'),
  )
  it('a dialog is not there at all', () =>
    expect(renderHtml(<Message model={{ type: 'dialog', message: 'x' }} />)).toEqual({ html: '', errors: [] }))
  it('a reserved place is out of reach and unread', () => {
    const { html } = renderHtml(
      <Message reserve model={{ message: 'x', controls: [{ type: 'OPERATION', name: 'cross' }] }} />,
    )
    expect(html).toMatch(/^<div><div role="status"><\/div><div inert="" aria-hidden="true">.*<p>x<\/p>.*<div inert="">/)
  })
  it('what closes is named by the kit where it has no words', () => {
    const controls = [
      { name: 'close' },
      { action: { type: 'OPERATION' as const, name: 'dismiss' }, textSpans: [{ text: ' ' }] },
      { name: 'close', text: 'Later' },
    ]
    const { html } = renderHtml(<Message reserve model={{ message: 'x', controls }} />, { labels: { close: 'Shut' } })
    expect(html.match(/(?<=<button type="button">)[^<]*/g)).toEqual(['Shut', 'Shut', 'Later'])
  })
  it.each([null, undefined, {}, [], 'x', { type: 'alert' }])('%j is reported and draws nothing', (model) =>
    expect(renderHtml(<Message model={model as never} />)).toEqual({
      html: '',
      errors: ['Invalid model for shui-messages'],
    }),
  )
  it('one broken model leaves the others alone', () => {
    const models = [null, { message: 'fine' }]
    const { html, errors } = renderHtml(<Messages models={models} />)
    expect(html).toContain('role="status"')
    expect(errors).toHaveLength(1)
  })
  it('every fixture renders', () => {
    for (const { props } of [...messageFixtures, ...messageDialogFixtures]) {
      expect(renderHtml(<Message {...props} />).errors).toEqual([])
    }
  })
  it('whatever the model, rendering does not throw', () => {
    expectForAll(fc.jsonValue(), fc.jsonValue(), (title, content) => {
      const model = { title, content, controls: content } as never
      expect(() => renderHtml(<Message reserve model={model} />)).not.toThrow()
    })
  })
})

describe('in one page load', () => {
  it('a view is counted once, however often it mounts', () => {
    const cookies = testCookies()
    const config = { messageId: 'm', maxViews: 1 }
    expect(showMessage(config, cookies)).toBe('first')
    expect(showMessage(config, cookies)).toBe('again')
    expect(cookies.log).toEqual(['shui-messages-m-viewsLeft=0 "permanent"'])
  })
  it('what is used up by now is drawn where it was shown, until it is closed, and nowhere else', () => {
    const cookies = testCookies()
    const spent = { messageId: 'm', maxViews: 0 }
    expect([mayShow({ messageId: 'm', maxViews: 1 }, cookies), mayShow(spent, cookies)]).toEqual([true, false])
    showMessage({ messageId: 'm', maxViews: 1 }, cookies)
    expect([mayShow(spent, cookies), showMessage(spent, cookies)]).toEqual([true, 'again'])
    expect([mayShow(spent, testCookies()), mayShow({ maxViews: 0 }, cookies), mayShow(null, cookies)]).toEqual([
      false,
      false,
      true,
    ])
    closeMessage(spent, cookies)
    expect(mayShow(spent, cookies)).toBe(false)
  })
  it('the next page load finds it used up', () =>
    expect(showMessage({ messageId: 'm', maxViews: 1 }, testCookies({ 'shui-messages-m-viewsLeft': '0' }))).toBe(
      'hidden',
    ))
  it('closed stays closed, also where cookies are blocked', () => {
    const blocked = { read: () => null, write: () => false }
    const config = { messageId: 'm', permanent: true }
    expect(showMessage(config, blocked)).toBe('first')
    closeMessage(config, blocked)
    expect(showMessage(config, blocked)).toBe('hidden')
  })
  it('closing counts once', () => {
    const cookies = testCookies()
    const config = { messageId: 'm', maxDismissal: 3 }
    closeMessage(config, cookies)
    closeMessage(config, cookies)
    expect(cookies.log).toEqual(['shui-messages-m-dismissalLeft=2 "permanent"'])
  })
  it('what was closed for good is written again on a visit', () => {
    const cookies = testCookies({ 'shui-messages-m-viewsLeft': '0' })
    expect(showMessage({ messageId: 'm', permanent: true }, cookies)).toBe('hidden')
    expect(cookies.log).toEqual(['shui-messages-m-viewsLeft=0 "permanent"'])
  })
})
