import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { UsageError } from './arguments.ts'
import { readMessagesAction } from './messages-command.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'messages-'))
afterAll(() => rmSync(folder, { recursive: true }))

function refusal(args: string[]): string {
  try {
    readMessagesAction(args)
    return ''
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
}

describe('messages', () => {
  it('takes the example of the documentation', () => expect(refusal(['load', 'docs/examples/messages.json'])).toBe(''))

  it('refuses a broken file before a database is opened, and names each fault', () => {
    const file = path.join(folder, 'broken.json')
    const model = { message: 'x', config: { maxViews: 'many' } }
    writeFileSync(file, JSON.stringify({ messages: [{ key: 'a', modle: {}, model }] }))
    const lines = refusal(['load', file]).split('\n')
    expect(lines[0]).toBe('The file cannot be loaded, and nothing was changed:')
    expect(lines[1]).toContain('  messages[0].model.config.maxViews: ')
    expect(lines[2]).toBe('  messages[0].modle: unknown key')
  })

  it('refuses what is no file and no JSON', () => {
    expect(refusal(['load', path.join(folder, 'none.json')])).toContain('none.json does not exist.')
    expect(refusal(['load', folder])).toContain('is a folder, not a file.')
    const file = path.join(folder, 'text.json')
    writeFileSync(file, 'x')
    expect(refusal(['load', file])).toContain('cannot be read as JSON')
  })

  it('takes a file with a byte order mark, as editors of Windows write it', () => {
    const file = path.join(folder, 'marked.json')
    writeFileSync(file, `\uFEFF${JSON.stringify({ messages: [] })}`)
    expect(refusal(['load', file])).toBe('')
  })

  it.each([[[]], [['save']], [['load']], [['load', 'a', 'b']], [['list', 'x']]])('refuses %j', (args) =>
    expect(refusal(args)).not.toBe(''),
  )
})
