import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { readMessage } from './read-message.ts'

it.each([
  null,
  undefined,
  'text',
  7,
  true,
  [],
  {},
  { title: '' },
  { content: [] },
  { type: 'alert', controls: [] },
  { message: {} },
  { title: ' \u00a0' },
  { content: [{ value: {} }, { value: { value: null, currency: 'GBP' } }] },
])('%j is no message', (model) => expect(readMessage(model)).toBeNull())
it('styles that are no array make it invalid, and do not throw', () =>
  expect(readMessage({ message: { text: 'x', styles: 'BOLD' } })).toBeNull())

it.each([
  [{}, 'info', false],
  [{ type: 'alert' }, 'alert', false],
  [{ type: 'SUCCESS' }, 'success', false],
  [{ type: ['Dialog', 'ALERT'] }, 'alert', true],
  [{ type: ['dialog'] }, 'info', true],
  [{ type: ['success', 'alert'] }, 'success', false],
  [{ type: ['success', 'alert', 'dialog'] }, 'alert', true],
  [{ type: ['info', 'success', 'dialog'] }, 'info', true],
  [{ type: 'alertdialog' }, 'alert', true],
  [{ type: ['unknown'] }, 'info', false],
  [{ messageType: 'success' }, 'success', false],
  [{ type: 'info', messageType: 'alert' }, 'info', false],
])('%j is %s, modal %s', (kind, severity, modal) =>
  expect(readMessage({ message: 'x', ...kind })).toMatchObject({ severity, modal }),
)
it('content wins over message', () => {
  expect(readMessage({ content: ['a', { text: 'b' }], message: 'c' })?.content).toMatchObject(['a', { text: 'b' }])
  expect(readMessage({ content: [], message: 'c' })?.content).toEqual(['c'])
})
it('the control named cross is the X', () => {
  const cross = { action: { type: 'OPERATION', name: 'cross' }, accessibilityText: 'Dismiss' }
  const other = { type: 'NAV', URL: '/x', text: 'More' }
  const message = readMessage({ message: 'x', controls: [other, cross, 'broken', null] })
  expect(message?.cross?.accessibilityText).toBe('Dismiss')
  expect(message?.controls).toMatchObject([{ text: 'More', action: { type: 'NAV', URL: '/x' } }])
})
it('what has only a name is an operation', () => {
  const read = (control: unknown) => readMessage({ message: 'x', controls: [control] })
  for (const cross of [{ name: 'cross' }, { action: { name: 'cross' } }, { type: null, name: 'cross' }])
    expect(read(cross)?.cross?.action).toMatchObject({ type: 'OPERATION', name: 'cross' })
  expect(read({ name: 'undo', text: 'Undo', tracking: 7 })?.controls).toMatchObject([
    { text: 'Undo', action: { type: 'OPERATION', name: 'undo', tracking: 7 } },
  ])
  expect(read({ name: 'undo', type: 'OTHER', text: 'Undo' })?.controls).toEqual([])
})
it('controls without words are left out, but for those that close', () => {
  const controls = [{ name: 'undo' }, { type: 'NAV', URL: '/x', text: ' ' }, { name: 'close' }, { name: 'dismiss' }]
  const names = readMessage({ message: 'x', controls })?.controls.map(({ action }) => action.name)
  expect(names).toEqual(['close', 'dismiss'])
})
it('nothing that comes as JSON makes it throw', () => {
  const keys = fc.constantFrom('title', 'type', 'messageType', 'content', 'message', 'controls', 'config')
  expectForAll(fc.dictionary(keys, fc.jsonValue()), (model) => {
    const message = readMessage(model)
    expect(message === null || message.title !== null || message.content.length > 0).toBe(true)
  })
})
