import { describe, expect, it } from 'vitest'
import { lineTo, taskCommand } from './task-keys.ts'

describe('taskCommand', () => {
  const press = (key: string, more: object = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    defaultPrevented: false,
    repeat: false,
    ...more,
  })
  it('handles its keys without modifiers, and ignores key repeat', () => {
    expect(['j', 'k', 'Enter', 'e', 'x'].map((key) => taskCommand(press(key), true))).toEqual([
      'next',
      'previous',
      'open',
      'act',
      null,
    ])
    expect(taskCommand(press('e', { ctrlKey: true }), true)).toBeNull()
    expect([taskCommand(press('j', { repeat: true }), true), taskCommand(press('e', { repeat: true }), true)]).toEqual([
      'next',
      null,
    ])
    // Enter still works with single keys off.
    expect([taskCommand(press('e'), false), taskCommand(press('Enter'), false)]).toEqual([null, 'open'])
  })
})

describe('lineTo', () => {
  const keys = ['a', 'b', 'c']
  const both = (last: Parameters<typeof lineTo>[2]) => [lineTo('next', keys, last), lineTo('previous', keys, last)]
  it('starts at either end, continues from a line, and after a finished one from its position', () => {
    expect(both(null)).toEqual([0, 2])
    expect(both({ key: 'b', at: 1 })).toEqual([2, 0])
    // Other lines were inserted above it.
    expect(both({ key: 'c', at: 0 })).toEqual([3, 1])
    expect(both({ key: 'gone', at: 1 })).toEqual([1, 0])
    expect(both({ key: 'gone', at: 3 })).toEqual([2, 2])
  })
})
