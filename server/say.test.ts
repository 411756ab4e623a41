import { describe, expect, it } from 'vitest'
import { createSay } from './say.ts'

function said(env: Record<string, string>, isTTY: boolean): string {
  let text = ''
  const say = createSay({ isTTY, write: (part) => void (text += part) }, env)
  say('\nThe Seller Hub is at http://localhost:3000')
  say('  Ada (owner)    http://localhost:3000/sign-in')
  say('It stopped.', 'warning')
  return text
}

const parsed = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: number; msg: string })

const json = [
  { level: 30, msg: 'The Seller Hub is at http://localhost:3000' },
  { level: 30, msg: 'Ada (owner) http://localhost:3000/sign-in' },
  { level: 40, msg: 'It stopped.' },
]

describe('what a hub says at its start and stop', () => {
  it('is plain in a terminal, with warnings in colour', () => {
    expect(said({ TERM: 'xterm' }, true)).toBe(
      '\nThe Seller Hub is at http://localhost:3000\n  Ada (owner)    http://localhost:3000/sign-in\n\u001B[33mwarning\u001B[0m It stopped.\n',
    )
    expect(said({ LOG_FORMAT: 'text' }, false)).toContain('\nwarning It stopped.\n')
  })

  it('is JSON elsewhere, and where it is wanted', () => {
    expect(parsed(said({}, false))).toMatchObject(json)
    expect(parsed(said({ LOG_FORMAT: 'json' }, true))).toMatchObject(json)
  })
})
