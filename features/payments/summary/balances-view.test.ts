import { expect, it } from 'vitest'
import { textsFor } from '#texts/catalogues.server.ts'
import { availableNote } from './balances-view.ts'

it.each([
  [1, 'Tue 1 Dec', 'paid out on Tue 1 Dec'],
  [1, null, 'can be paid out'],
  [0, 'Tue 1 Dec', 'nothing to pay out now'],
  [0, null, 'nothing to pay out now'],
  [-1, 'Tue 1 Dec', 'you owe this; it is settled first from money that becomes available'],
  [-1, null, 'you owe this; it is settled first from money that becomes available'],
])('%i available, the next payout on %s: %s', (minor, day, note) => {
  expect(availableNote(minor, day, textsFor('en', 'UTC'))).toBe(note)
})
