import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { renderHtml } from '../testing.tsx'
import { optOutFocusDelay } from './opt-out-dialog.tsx'
import { optOutFixture } from './opt-out-fixtures.ts'
import { defaultOptOutUrl, defaultPreviousToolUrl } from './opt-out-model.ts'
import { nextOptOut } from './opt-out-state.ts'
import type { OptOutEvent, OptOutState } from './opt-out-state.ts'
import { OptOut } from './opt-out.tsx'

it('the constants of the specification', () =>
  expect([optOutFocusDelay, defaultOptOutUrl, defaultPreviousToolUrl]).toEqual([10, '/sh/optout', '/sh/ovw']))

it('closed, it is only its link', () => {
  const { html } = renderHtml(<OptOut model={optOutFixture} />)
  expect(html).toMatch(
    /^<div data-opens-here=""><button type="button"><svg.*<\/svg>Back to the classic tool<\/button><\/div>$/,
  )
})
it('a link may lead somewhere without JavaScript', () => {
  const linkConfig = { text: 'Back', action: { type: 'NAV' as const, URL: '/sh/optout' } }
  expect(renderHtml(<OptOut model={{ ...optOutFixture, linkConfig }} />).html).toMatch(
    /^<div data-opens-here=""><a href="\/sh\/optout">/,
  )
})
it('an empty id is refused', () =>
  expect(() => renderHtml(<OptOut model={{ ...optOutFixture, id: '' }} />)).toThrow(
    new Error('Invalid widget ID for "shui-opt-out"'),
  ))

const run = (...events: OptOutEvent[]) => events.reduce<OptOutState>(nextOptOut, 'closed')

it('the journey', () => {
  expect(run('open')).toBe('switch')
  expect(run('open', 'send')).toBe('waiting')
  expect(run('open', 'send', 'succeeded')).toBe('success')
  expect(run('open', 'send', 'failed')).toBe('failed')
  expect(run('open', 'send', 'failed', 'close', 'open')).toBe('switch')
})
it('a late answer is dropped', () => {
  expect(run('open', 'send', 'close', 'succeeded')).toBe('closed')
  expect(run('open', 'send', 'close', 'open', 'failed')).toBe('switch')
})
it('closing closes from everywhere', () => {
  const events = fc.array(fc.constantFrom<OptOutEvent>('open', 'close', 'send', 'succeeded', 'failed'))
  expectForAll(events, (past) => {
    expect(run(...past, 'close')).toBe('closed')
  })
})
