import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { awaitNamed, defaultWaitTimeout } from './named-wait.ts'
import { testTimers } from './testing-timers.ts'

function setUp() {
  const timers = testTimers()
  const log = vi.fn()
  return { timers, log, options: { setTimer: timers.startTimer, log } }
}

it('data in time gives its value, leaves no timer and logs nothing', async () => {
  const { timers, log, options } = setUp()
  expect(await awaitNamed('sales', Promise.resolve(3), options)).toEqual({ state: 'ready', value: 3 })
  expect(timers.pending()).toBe(0)
  expect(log).not.toHaveBeenCalled()
})
it('10000 ms by default, then exactly the words of the specification', async () => {
  expect(defaultWaitTimeout).toBe(10_000)
  const { timers, log, options } = setUp()
  const outcome = awaitNamed('sales', new Promise(() => {}), options)
  timers.pass(defaultWaitTimeout - 1)
  expect(log).not.toHaveBeenCalled()
  timers.pass(1)
  expect(await outcome).toEqual({ state: 'timed-out' })
  expect(log.mock.calls).toEqual([['Await (sales) timed out after 10000ms', undefined]])
})
it.each(['answer', 'failure'])('a late %s is ignored', async (kind) => {
  const { timers, log, options } = setUp()
  const late = Promise.withResolvers<number>()
  const outcome = awaitNamed('x', late.promise, { ...options, timeoutMs: 50 })
  timers.pass(50)
  if (kind === 'answer') late.resolve(1)
  else late.reject(new Error('late'))
  expect(await outcome).toEqual({ state: 'timed-out' })
  expect(log).toHaveBeenCalledTimes(1)
})
it.each([0, -1, Number.NaN, Infinity])('a time-out of %d waits as long as it takes', async (timeoutMs) => {
  const { timers, options } = setUp()
  const data = Promise.withResolvers<string>()
  const outcome = awaitNamed('x', data.promise, { ...options, timeoutMs })
  expect(timers.pending()).toBe(0)
  data.resolve('at last')
  expect(await outcome).toEqual({ state: 'ready', value: 'at last' })
})
it('a failure is returned as a value, and its error is logged', async () => {
  const { timers, log, options } = setUp()
  const error = new Error('no database')
  expect(await awaitNamed('x', Promise.reject(error), options)).toEqual({ state: 'failed' })
  expect(log.mock.calls).toEqual([['Await (x) failed', error]])
  expect(timers.pending()).toBe(0)
})
it('a function that throws immediately fails only its part', async () => {
  const { options } = setUp()
  const broken = () => {
    throw new Error('at once')
  }
  expect(await awaitNamed('x', broken, options)).toEqual({ state: 'failed' })
})
it('never rejects, settles once, leaves no timer', async () => {
  const waits = fc.record({ fails: fc.boolean(), first: fc.boolean(), timeoutMs: fc.integer({ min: 1, max: 100 }) })
  await fc.assert(
    fc.asyncProperty(waits, async ({ fails, first, timeoutMs }) => {
      const { timers, options } = setUp()
      const data = Promise.withResolvers<number>()
      const outcome = awaitNamed('x', data.promise, { ...options, timeoutMs })
      if (!first) timers.pass(timeoutMs)
      if (fails) data.reject(new Error('x'))
      else data.resolve(1)
      const { state } = await outcome
      timers.pass(1000)
      expect(state).toBe(first ? (fails ? 'failed' : 'ready') : 'timed-out')
      expect(timers.pending()).toBe(0)
    }),
  )
})
