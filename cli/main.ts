import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { openDatabase } from '#db/client.ts'
import { printable } from '#lib/printable.ts'
import { readConfig, type Config } from '#server/config.ts'
import { startDatabase } from '#server/database.ts'
import { explain } from '#server/failures.ts'
import { withHubAddress, readKeptSettings, requireSameSecret } from '#server/kept-settings.ts'
import { UsageError } from './arguments.ts'
import { InterruptedError } from './cancellable.ts'
import type { Command, CommandContext } from './command.ts'
import { commands } from './commands.ts'

/** Exit code for invalid arguments; later failures exit with 1. */
const usageExit = 2

const say = (line: string) => void process.stdout.write(`${printable(line)}\n`)
const complain = (line: string) => void process.stderr.write(`${printable(line)}\n`)

// A reader such as `head` or a closed terminal may close the output; the command still completes.
const unwritten = new Set<string>()
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (!['EPIPE', 'EIO'].includes(error.code ?? '')) unwritten.add(error.message)
})

const exitCode = await main(process.argv.slice(2))
// The last write fails a moment later.
await setImmediate()
for (const reason of unwritten) complain(`Could not write the command’s output (${reason}).`)
process.exit(exitCode || Number(unwritten.size > 0))

async function main([name, ...args]: string[]): Promise<number> {
  const load = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load) {
    const asked = name === undefined || ['--help', '-h', 'help'].includes(name)
    if (!asked) complain(`Unknown command: ${name}.\n`)
    ;(asked ? say : complain)(await overview())
    return asked ? 0 : usageExit
  }
  const command = await load()
  if (args.includes('--help') || args.includes('-h')) {
    say(command.help)
    return 0
  }
  return runCommand(command, args)
}

async function overview(): Promise<string> {
  const all = await Promise.all(Object.values(commands).map((load) => load()))
  const width = Math.max(...all.map(({ name }) => name.length))
  return [
    'npm run hub -- <command> [arguments]',
    '',
    ...all.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Add --help to a command for details.',
  ].join('\n')
}

async function runCommand(command: Command, args: string[]): Promise<number> {
  const opened: (() => Promise<void>)[] = []
  try {
    const code = await command.run(args, context(readConfig(process.env), opened))
    return code ?? 0
  } catch (error) {
    if (error instanceof UsageError) {
      complain(`${error.message}\nSee: npm run hub -- ${command.name} --help`)
      return usageExit
    }
    const isInterrupted = error instanceof InterruptedError
    complain(
      isInterrupted
        ? error.message
        : (explain(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))),
    )
    return 1
  } finally {
    for (const close of opened.toReversed()) await close()
  }
}

function context(config: Config, opened: (() => Promise<void>)[]): CommandContext {
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort(new InterruptedError('Interrupted: nothing was changed.'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)
  const open: CommandContext['openDatabase'] = async ({ asItIs = false } = {}) => {
    const { signal } = interrupted
    const waiting = { waits: complain, signal }
    const { url, applied, stop } = await startDatabase({ config, role: 'tool', say: () => {}, asItIs, ...waiting })
    const db = openDatabase({ url, poolSize: config.databasePoolSize })
    let isOpen = true
    const close = async () => {
      if (!isOpen) return
      isOpen = false
      await db.close()
      await stop()
    }
    opened.push(close)
    return { db, url, applied, close }
  }
  return {
    config,
    say,
    now: () => new Date(),
    readInput: () => text(process.stdin),
    signal: interrupted.signal,
    openDatabase: open,
    async openHub({ signs = false } = {}) {
      const { db, url } = await open()
      const kept = await readKeptSettings(db.owner)
      const asHub = withHubAddress(config, process.env, kept)
      // Loaded on demand: most commands do not need the hub's services, which load slowly.
      const { createHub } = await import('#server/hub.ts')
      const hub = await createHub({ config: asHub, databaseUrl: url, log: pino({ level: 'silent' }) })
      opened.push(() => hub.db.close())
      if (signs) requireSameSecret(hub.secret, kept)
      return hub
    },
  }
}
