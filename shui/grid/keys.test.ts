import { describe, expect, it } from 'vitest'
import { commandOf, gridKeys } from './keys.ts'

const pressed = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  defaultPrevented: false,
  ...more,
})

describe('the keys of a grid', () => {
  it.each(gridKeys.map(({ key, command }) => [key, command]))('%s is %s', (key, command) => {
    expect(commandOf(pressed(key), true)).toBe(command)
  })

  it.each(['ctrlKey', 'metaKey', 'altKey', 'isComposing', 'defaultPrevented'])('mean nothing with %s', (modifier) => {
    for (const { key } of gridKeys) expect(commandOf(pressed(key, { [modifier]: true }), true)).toBeNull()
  })

  it('leave Enter and Escape where single keys are switched off', () => {
    expect(gridKeys.filter(({ key }) => commandOf(pressed(key), false)).map(({ key }) => key)).toEqual([
      'Enter',
      'Escape',
    ])
  })

  it('are no others', () => {
    for (const key of ['J', 'a', ' ', 'Tab', 'ArrowDown', 'F1']) expect(commandOf(pressed(key), true)).toBeNull()
  })
})
