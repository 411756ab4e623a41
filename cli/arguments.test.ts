import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { resolveFromCaller, UsageError } from './arguments.ts'
import type { CommandContext } from './command.ts'
import { commands } from './commands.ts'

const nothing = () => {
  throw new Error('something was opened')
}
const context: CommandContext = {
  config: readConfig({}),
  say: nothing,
  now: () => new Date(),
  readInput: nothing,
  openDatabase: nothing,
  openHub: nothing,
  signal: new AbortController().signal,
}

/** Valid arguments for each command and action. */
const calls: Record<string, string[][]> = {
  migrate: [[]],
  demo: [[]],
  import: [['olist', '/x']],
  simulate: [[]],
  user: [
    ['add', '--email', 'a@example.com', '--operator'],
    ['list'],
    ['link', 'a@example.com'],
    ['role', 'a@example.com', '--operator'],
    ['remove', 'a@example.com'],
  ],
  seller: [['remove', 'harbour-camera']],
  buyer: [['erase', 'e.jackson']],
  key: [['create', '--name', 'shop'], ['list'], ['revoke', '1']],
  'summary-link': [['--seller', 'a', '--listing', '1']],
  speed: [[]],
  messages: [['load', 'docs/examples/messages.json'], ['list']],
  backup: [['/nowhere/x.backup']],
  restore: [['/nowhere/x.backup']],
  distribute: [['--dry-run']],
  doctor: [[]],
}

async function run(name: string, args: string[]): Promise<number | void> {
  const command = await commands[name]?.()
  return command?.run(args, context)
}

/** The error of a command with invalid arguments; it must not print or open anything. */
async function refusal(name: string, args: string[]): Promise<string> {
  const error = await run(name, args).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error, [name, ...args].join(' ')).toBeInstanceOf(UsageError)
  const { message } = error as UsageError
  expect(message, message).toMatch(/^[^\n]+[.]$/)
  return message
}

it('knows each command by its name', async () => {
  expect(Object.keys(calls)).toEqual(Object.keys(commands))
  for (const [name, load] of Object.entries(commands)) expect((await load()).name).toBe(name)
})

describe.each(Object.entries(calls).flatMap(([name, all]) => all.map((args) => [name, args] as const)))(
  'hub %s %j',
  (name, args) => {
    it('refuses an option that it does not have, and an argument too many', async () => {
      expect(await refusal(name, [...args, '--bogus'])).toContain('--bogus')
      expect(await refusal(name, [...args, '-x'])).toContain('-x')
      expect(await refusal(name, [...args, 'bogus'])).toBe('Unexpected argument “bogus”.')
    })
  },
)

it.each([
  ['import', ['olist', '/x', '--report']],
  ['import', ['olist', '/x', '--report', '--strict']],
  ['import', ['olist', '/x', '--report', '']],
  ['import', ['olist', '/x', '--strict=yes']],
  ['simulate', ['--speed', '0']],
  ['simulate', ['--seed', 'one']],
  ['simulate', ['--days', '0']],
  ['speed', ['--days']],
  ['speed', ['--days', '1e3']],
  ['summary-link', ['--seller', 'a', '--listing', '1', '--days', '366']],
  ['user', ['add', '--email']],
  ['user', ['list', '--seller', '']],
  ['user', ['add', '--email', 'a@example.com', '--name', 'Ada\nExample', '--operator']],
  ['restore', ['/nowhere/x.backup', '--replace=yes']],
])('hub %s %j has an option without its value, or with a wrong one', async (name, args) => {
  expect(await refusal(name, args)).toMatch(/--(report|strict|speed|seed|days|email|name|seller|replace)/)
})

it.each([
  ['import', []],
  ['import', ['olist']],
  ['import', ['olist', '']],
  ['import', ['ebay', '/x']],
  ['user', []],
  ['user', ['dance']],
  ['user', ['add', '--operator']],
  ['user', ['link']],
  ['user', ['role', 'a@example.com']],
  ['user', ['role', 'a@example.com', '--seller', 'a']],
  ['user', ['role', 'a@example.com', '--operator', '--role', 'owner']],
  ['user', ['remove']],
  ['summary-link', ['--seller', 'a']],
  ['summary-link', ['--listing', '1']],
  ['messages', []],
  ['messages', ['load']],
  ['backup', []],
  ['backup', ['']],
  ['restore', ['--replace']],
])('hub %s %j lacks something', async (name, args) => {
  expect(await refusal(name, args)).toMatch(
    /^(Missing argument|Choose an action|“ebay” is not a source|--\w+ is missing)/,
  )
})

it('takes paths from where the person is, not from where npm has gone', () => {
  expect(resolveFromCaller('/a/b')).toBe('/a/b')
  const { INIT_CWD } = process.env
  process.env.INIT_CWD = '/home/ada'
  try {
    expect(resolveFromCaller('../x.backup')).toBe('/home/x.backup')
  } finally {
    if (INIT_CWD === undefined) delete process.env.INIT_CWD
    else process.env.INIT_CWD = INIT_CWD
  }
})
