import { expect, it } from 'vitest'
import { gatherMessageEvents, maxEvents, readMessageEvents } from './message-events.ts'

const form = (fields: [string, string][]) => {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  return data
}

it('sends simultaneous events together', async () => {
  const sent: unknown[] = []
  const { onShown, onClosed } = gatherMessageEvents((events) => sent.push(events))
  onShown('a')
  onShown('b')
  expect(sent).toEqual([])
  await Promise.resolve()
  onClosed('a')
  await Promise.resolve()
  expect(sent).toEqual([
    [
      ['shown', 'a'],
      ['shown', 'b'],
    ],
    [['closed', 'a']],
  ])
})

it('reads a browser’s report', () =>
  expect(
    readMessageEvents(
      form([
        ['srt', 'x'],
        ['shown', 'a'],
        ['shown', 'b'],
        ['closed', 'a'],
      ]),
    ),
  ).toEqual({ shown: ['a', 'b'], closed: ['a'] }))

it.each([
  ['nothing', []],
  ['an empty key', [['shown', '']]],
  ['a key that no message can have', [['closed', 'x'.repeat(201)]]],
  ['a character that no text in the database has', [['closed', 'a\0']]],
  ['more than a page can show', Array.from({ length: maxEvents + 1 }, (_, n) => ['shown', String(n)])],
])('rejects a report with %s', (_, fields) => expect(readMessageEvents(form(fields as [string, string][]))).toBeNull())
