import { expect, it } from 'vitest'
import type { WaitOutcome } from '#lib/named-wait.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { sideCount, sideCountTimeoutMs } from './side-count.ts'

const texts = textsFor('en', 'UTC')
const count = (waited: WaitOutcome<number> | Promise<WaitOutcome<number>>) =>
  sideCount(waited, texts, (n) => (n > 0 ? { text: texts.number(n) } : null))

it('waits two seconds', () => expect(sideCountTimeoutMs).toBe(2000))

it('is there at once where its wait is over', () => {
  expect(count({ state: 'ready', value: 1234 })).toEqual({ text: '1,234' })
  expect(count({ state: 'ready', value: 0 })).toBeNull()
})

it('comes later where it is not', async () => {
  const late = count(Promise.resolve({ state: 'ready', value: 5 }))
  expect(late).toBeInstanceOf(Promise)
  expect(await late).toEqual({ text: '5' })
})

it.each(['timed-out', 'failed'] as const)('has a dash in its place where it %s', async (state) => {
  const dash = { text: '–', accessibilityText: 'not counted' }
  expect(count({ state })).toEqual(dash)
  expect(await count(Promise.resolve({ state }))).toEqual(dash)
})
