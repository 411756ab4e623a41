import { expect, it } from 'vitest'
import { readOperation } from './operation.ts'

it.each(['cross', 'close', 'dismiss'])('%s closes', (name) => expect(readOperation(name)).toEqual({ kind: 'close' }))
it.each(['undo', 'openCommandMenu'])('%s is known', (kind) => expect(readOperation(kind)).toEqual({ kind }))
it('a POST has a path of the hub and the fields of its form', () => {
  expect(readOperation('POST /sh/away')).toEqual({ kind: 'post', path: '/sh/away', fields: [] })
  expect(readOperation('POST /sh/away?until=2026-12-24&note=Back%20soon')).toEqual({
    kind: 'post',
    path: '/sh/away',
    fields: [
      ['until', '2026-12-24'],
      ['note', 'Back soon'],
    ],
  })
})
it.each([
  '',
  'Undo',
  'startTour',
  'POST',
  'POST sh/away',
  'POST https://evil.example/',
  'POST //evil.example/',
  'POST /\\evil.example/',
  'POST /sh/away#top',
  'GET /sh/away',
  'toString',
])('%j is unknown', (name) => expect(readOperation(name)).toBeNull())
