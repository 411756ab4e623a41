import { describe, expect, it } from 'vitest'
import { taskCommand } from './task-keys.ts'

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
  it('knows its keys, alone, and does nothing twice where one is held down', () => {
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
    // Who switched single keys off has Enter still.
    expect([taskCommand(press('e'), false), taskCommand(press('Enter'), false)]).toEqual([null, 'open'])
  })
})
