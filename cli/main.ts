import { openDatabase } from '#db/client.ts'
import { readConfig, type Config } from '#server/config.ts'
import { startDatabase, type RunningDatabase } from '#server/database.ts'
import { explain } from '#server/failures.ts'
import { backupCommand } from './backup-command.ts'
import { UsageError, type Command, type CommandContext } from './command.ts'
import { demoCommand } from './demo-command.ts'
import { doctorCommand } from './doctor-command.ts'
import { importCommand } from './import-command.ts'
import { messagesCommand } from './messages-command.ts'
import { migrateCommand } from './migrate-command.ts'
import { restoreCommand } from './restore-command.ts'
import { summaryLinkCommand } from './summary-link-command.ts'
import { speedCommand } from './speed-command.ts'
import { userCommand } from './user-command.ts'

const commands: Command[] = [
  migrateCommand,
  demoCommand,
  importCommand,
  userCommand,
  summaryLinkCommand,
  speedCommand,
  messagesCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
]

const say = (line: string) => void process.stdout.write(`${line}\n`)
const complain = (line: string) => void process.stderr.write(`${line}\n`)

// Whoever reads the lines may have enough of them, such as `head`: the command still does all it was asked for.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

process.exit(await main(process.argv.slice(2)))

async function main([name, ...args]: string[]): Promise<number> {
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) {
    const asked = name === undefined || ['--help', '-h', 'help'].includes(name)
    if (!asked) complain(`There is no command ${name}.\n`)
    ;(asked ? say : complain)(overview())
    return asked ? 0 : 1
  }
  if (args.includes('--help') || args.includes('-h')) {
    say(command.help)
    return 0
  }
  return runCommand(command, args)
}

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    'npm run hub -- <command> [arguments]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Each command explains itself with --help.',
  ].join('\n')
}

async function runCommand(command: Command, args: string[]): Promise<number> {
  const opened: (() => Promise<void>)[] = []
  try {
    const code = await command.run(args, context(readConfig(process.env), opened))
    return code ?? 0
  } catch (error) {
    if (error instanceof UsageError) complain(`${error.message}\nSee: npm run hub -- ${command.name} --help`)
    else complain(explain(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)))
    return 1
  } finally {
    for (const close of opened.toReversed()) await close()
  }
}

function context(config: Config, opened: (() => Promise<void>)[]): CommandContext {
  const interrupted = new AbortController()
  process.on('SIGINT', () => interrupted.abort(new Error('interrupted')))
  process.on('SIGTERM', () => interrupted.abort(new Error('interrupted')))
  return {
    config,
    say,
    now: () => new Date(),
    progress: process.stderr,
    signal: interrupted.signal,
    async openDatabase({ asItIs = false } = {}) {
      const running: RunningDatabase = await startDatabase({ config, role: 'tool', say: () => {}, asItIs })
      opened.push(() => running.stop())
      const db = openDatabase({ url: running.url, poolSize: config.databasePoolSize })
      opened.push(() => db.close())
      return { db, url: running.url }
    },
  }
}
