import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { createHoverIntent, hoverInterval, hoverSensitivity, hoverTimeout } from './hover-intent.ts'
import { testTimers } from './testing-timers.ts'

function setUp() {
  const timers = testTimers()
  const open = vi.fn()
  const close = vi.fn()
  return { timers, open, close, intent: createHoverIntent({ startTimer: timers.startTimer, open, close }) }
}

it('the constants of the specification', () =>
  expect([hoverSensitivity, hoverInterval, hoverTimeout]).toEqual([7, 100, 0]))

it('a pointer that rests opens after 100 ms, not before', () => {
  const { timers, open, intent } = setUp()
  intent.enter({ x: 5, y: 5 })
  timers.pass(99)
  expect(open).not.toHaveBeenCalled()
  timers.pass(1)
  expect(open).toHaveBeenCalledTimes(1)
})
it('six pixels an interval are rest, seven are not', () => {
  const { timers, open, intent } = setUp()
  intent.enter({ x: 0, y: 0 })
  intent.move({ x: 3, y: -4 })
  timers.pass(100)
  expect(open).not.toHaveBeenCalled()
  intent.move({ x: 6, y: -7 })
  timers.pass(100)
  expect(open).toHaveBeenCalledTimes(1)
})
it('leaving before the first check never opens', () => {
  const { timers, open, close, intent } = setUp()
  intent.enter({ x: 0, y: 0 })
  timers.pass(50)
  intent.leave()
  timers.pass(1000)
  expect(open).not.toHaveBeenCalled()
  expect(close).not.toHaveBeenCalled()
  expect(timers.pending()).toBe(0)
})
it('leaving closes asynchronously; entering a child cancels it', () => {
  const { timers, close, intent } = setUp()
  intent.enter({ x: 0, y: 0 })
  timers.pass(100)
  intent.leave()
  expect(close).not.toHaveBeenCalled()
  intent.enter({ x: 0, y: 40 })
  timers.pass(0)
  expect(close).not.toHaveBeenCalled()
  intent.leave()
  timers.pass(0)
  expect(close).toHaveBeenCalledTimes(1)
})
it('a removed item leaves no timer', () => {
  const { timers, intent } = setUp()
  intent.enter({ x: 0, y: 0 })
  intent.stop()
  expect(timers.pending()).toBe(0)
})
it('open and close alternate whatever the pointer does, and no timer is left', () => {
  const step = fc.oneof(
    fc.record({ what: fc.constant('enter' as const), x: fc.nat(50), y: fc.nat(50) }),
    fc.record({ what: fc.constant('move' as const), x: fc.nat(50), y: fc.nat(50) }),
    fc.constant({ what: 'leave' as const }),
    fc.record({ what: fc.constant('wait' as const), ms: fc.nat(300) }),
  )
  expectForAll(fc.array(step), (steps) => {
    const timers = testTimers()
    const calls: string[] = []
    const intent = createHoverIntent({
      startTimer: timers.startTimer,
      open: () => calls.push('open'),
      close: () => calls.push('close'),
    })
    for (const action of steps) {
      if (action.what === 'wait') timers.pass(action.ms)
      else if (action.what === 'leave') intent.leave()
      else intent[action.what](action)
    }
    intent.leave()
    timers.pass(1000)
    expect(calls).toEqual(calls.map((_, index) => (index % 2 === 0 ? 'open' : 'close')))
    expect(calls.length % 2).toBe(0)
    expect(timers.pending()).toBe(0)
  })
})
