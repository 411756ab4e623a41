import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { createFocusExit, focusExitDelay } from './focus-exit.ts'
import { testTimers } from './testing-timers.ts'

function setUp(isInside = () => false) {
  const timers = testTimers()
  const exit = vi.fn()
  return { timers, exit, focus: createFocusExit({ startTimer: timers.startTimer, isInside, exit }) }
}

it('the constant of the specification', () => expect(focusExitDelay).toBe(100))
it('exits 100 ms after focus left, once', () => {
  const { timers, exit, focus } = setUp()
  focus.focusOut()
  timers.pass(99)
  expect(exit).not.toHaveBeenCalled()
  timers.pass(1)
  timers.pass(1000)
  expect(exit).toHaveBeenCalledTimes(1)
})
it('focus that returns cancels the exit', () => {
  const { timers, exit, focus } = setUp()
  focus.focusOut()
  timers.pass(60)
  focus.focusIn()
  timers.pass(1000)
  expect(exit).not.toHaveBeenCalled()
})
it('losing the window’s focus is not an exit', () => {
  const { timers, exit, focus } = setUp(() => true)
  focus.focusOut()
  timers.pass(1000)
  expect(exit).not.toHaveBeenCalled()
})
it('exits exactly when the last event was focusOut and 100 ms have passed', () => {
  const event = fc.record({ out: fc.boolean(), wait: fc.nat(99) })
  expectForAll(fc.array(event, { minLength: 1 }), (events) => {
    const { timers, exit, focus } = setUp()
    for (const { out, wait } of events) {
      if (out) focus.focusOut()
      else focus.focusIn()
      timers.pass(wait)
      expect(exit.mock.calls.length).toBeLessThanOrEqual(0)
    }
    timers.pass(100)
    expect(exit).toHaveBeenCalledTimes(events.at(-1)?.out ? 1 : 0)
  })
})
