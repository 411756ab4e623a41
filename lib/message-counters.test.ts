import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import {
  countClosed,
  countShown,
  isUsedUp,
  messageCookieNames,
  readCount,
  readCounts,
  renewCounts,
} from './message-counters.ts'
import type { CountWrite, MessageConfig, MessageCounts } from './message-counters.ts'

const none: MessageCounts = { viewsLeft: null, dismissalLeft: null }

it('the cookie names of the specification', () => {
  expect(messageCookieNames('royal-mail.2')).toEqual({
    viewsLeft: 'shui-messages-royal-mail.2-viewsLeft',
    dismissalLeft: 'shui-messages-royal-mail.2-dismissalLeft',
  })
  expect(messageCookieNames('a b;c').viewsLeft).toBe('shui-messages-a%20b%3Bc-viewsLeft')
})
it.each([
  ['3', 3],
  ['0', 0],
  ['-1', -1],
  ['', null],
  ['1.5', null],
  ['3x', null],
  [' 3', null],
  ['1e3', null],
  [null, null],
])('%j is read as %s', (value, count) => expect(readCount(value)).toBe(count))

describe('shown', () => {
  it('counts down from maxViews, then from the stored number', () => {
    const config = { messageId: 'm', maxViews: 3 }
    expect(countShown(config, none)).toEqual({ name: 'shui-messages-m-viewsLeft', value: '2', expires: 'permanent' })
    expect(countShown(config, { ...none, viewsLeft: 2 })?.value).toBe('1')
  })
  it('not counted without maxViews or id', () => {
    expect(countShown({ messageId: 'm' }, none)).toBeNull()
    expect(countShown({ maxViews: 3 }, none)).toBeNull()
  })
  it.each([
    [{ viewsLeft: 0, dismissalLeft: null }, {}, true],
    [{ viewsLeft: null, dismissalLeft: 0 }, {}, true],
    [{ viewsLeft: -1, dismissalLeft: null }, {}, true],
    [{ viewsLeft: 1, dismissalLeft: 1 }, {}, false],
    [none, { maxViews: 0 }, true],
    [none, { maxViews: -2 }, true],
    [none, {}, false],
  ])('%j with %j: hidden is %s', (stored, config, hidden) => expect(isUsedUp(config, stored)).toBe(hidden))
})

describe('closed: the first of these that applies', () => {
  it('dismissals left', () => {
    const config = { messageId: 'm', maxDismissal: 2, permanent: true }
    expect(countClosed(config, none)).toEqual({
      name: 'shui-messages-m-dismissalLeft',
      value: '1',
      expires: 'permanent',
    })
    expect(countClosed(config, { ...none, dismissalLeft: 1 })?.value).toBe('0')
  })
  it('for good', () =>
    expect(countClosed({ messageId: 'm', permanent: true, maxDismissal: 0 }, none)).toEqual({
      name: 'shui-messages-m-viewsLeft',
      value: '0',
      expires: 'permanent',
    }))
  it('for this session', () =>
    expect(countClosed({ messageId: 'm' }, none)).toEqual({
      name: 'shui-messages-m-viewsLeft',
      value: '0',
      expires: 'session',
    }))
  it('in memory only without an id', () => expect(countClosed({ permanent: true }, none)).toBeNull())
})

describe('renewed on a visit', () => {
  it('lasting cookies', () => {
    expect(renewCounts({ messageId: 'm', permanent: true }, { ...none, viewsLeft: 0 })).toEqual([
      { name: 'shui-messages-m-viewsLeft', value: '0', expires: 'permanent' },
    ])
    expect(renewCounts({ messageId: 'm', maxDismissal: 3 }, { ...none, dismissalLeft: 1 })).toEqual([
      { name: 'shui-messages-m-dismissalLeft', value: '1', expires: 'permanent' },
    ])
  })
  it('only the dismissal count, if dismissals are counted', () =>
    expect(
      renewCounts({ messageId: 'm', permanent: true, maxDismissal: 3 }, { viewsLeft: 0, dismissalLeft: 2 }),
    ).toEqual([{ name: 'shui-messages-m-dismissalLeft', value: '2', expires: 'permanent' }]))
  it('no session cookies', () =>
    expect(renewCounts({ messageId: 'm', maxViews: 3 }, { ...none, viewsLeft: 0 })).toEqual([]))
})

it('a message is never shown more often than maxViews, nor after maxDismissal closings', () => {
  const visits = fc.array(fc.boolean(), { minLength: 1, maxLength: 30 })
  expectForAll(
    fc.integer({ min: 1, max: 8 }),
    fc.integer({ min: 1, max: 8 }),
    visits,
    (maxViews, maxDismissal, closings) => {
      const config: MessageConfig = { messageId: 'm', maxViews, maxDismissal }
      const jar = new Map<string, string>()
      const keep = (write: CountWrite | null) => write && jar.set(write.name, write.value)
      let shown = 0
      let closed = 0
      for (const closes of closings) {
        const stored = () => readCounts('m', (name) => jar.get(name) ?? null)
        if (isUsedUp(config, stored())) continue
        shown += 1
        keep(countShown(config, stored()))
        if (!closes) continue
        closed += 1
        keep(countClosed(config, stored()))
      }
      expect(shown).toBeLessThanOrEqual(maxViews)
      expect(closed).toBeLessThanOrEqual(maxDismissal)
      if (shown < Math.min(maxViews, closings.length)) expect(closed).toBe(maxDismissal)
    },
  )
})
