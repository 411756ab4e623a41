import { categories, type Mapping } from './categories.ts'
import { match, matchOne, plan, retry, status } from './commands.ts'
import type { Connected } from './connected.ts'
import { startConnector } from './connector.ts'
import { createHubClient } from './hub-client.ts'
import type { Outbox } from './outbox.ts'
import { openSharedOutbox } from './outbox-postgres.ts'
import { openOutbox } from './outbox-sqlite.ts'
import { receiveWebhooks } from './receive-webhooks.ts'
import { readSettings, SettingError, type Environment, type Settings } from './settings.ts'
import type { Source } from './source.ts'

const help = (name: string) => `The connector ${name}: <command>

  plan                     says by row what would happen, and writes nothing
  categories               lists the shop's categories, and what each is in the hub
  categories SHOP PATH     says which category of the hub one is
  categories --rest PATH   says it of all that are not mapped yet
  match [--accept]         lists listings that the hub has already; takes over the clear ones
  match SELLER ID ITEM     says which listing of the hub one is; ITEM is \`new\` for another one
  run                      connects, until it is stopped
  status                   how far behind it is, and what was refused and why
  retry                    sends again what was refused`

interface ConnectorProgram {
  name: string
  /** Its version, shown to the hub's operators. */
  version?: string
  /** Creates the shop's source from these variables; throws SettingError if one is missing. */
  createSource: (env: Environment) => Source
}

function mappingOf([shop, category]: readonly string[]): Mapping | null {
  return shop && category ? { shop: shop === '--rest' ? null : shop, category } : null
}

/** Milliseconds between polls of the hub's events without a webhook. */
const watchEvery = 250

export async function runCommand(
  { name, version, createSource }: ConnectorProgram,
  { args: [command = '', ...args], env }: { args: readonly string[]; env: Environment },
): Promise<number> {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  if (!['plan', 'categories', 'match', 'run', 'status', 'retry'].includes(command)) {
    say(help(name))
    return command === '' || command === '--help' ? 0 : 2
  }
  try {
    const settings = readSettings(name, env)
    const source = withVersion(createSource(env), settings.shopVersion)
    const outbox = await outboxOf(settings)
    const hub = createHubClient({ url: settings.hubUrl, key: settings.hubKey })
    const connected: Connected = { source, hub, outbox, stock: settings.stock, placeholder: settings.placeholder }
    try {
      if (command === 'plan') await plan(connected, say)
      else if (command === 'categories') await categories(connected, mappingOf(args), say)
      else if (command === 'status') await status(connected, new Date(), say)
      else if (command === 'retry') await retry(connected, say)
      else if (command === 'run') await run({ ...connected, version }, settings, say)
      else if (args.length === 3) await matchOne(connected, args)
      else await match(connected, { accept: args.includes('--accept') }, say)
    } finally {
      await outbox.close()
    }
    return 0
  } catch (error) {
    if (!(error instanceof Error)) throw error
    process.stderr.write(`${error.message}\n`)
    return error instanceof SettingError ? 2 : 1
  }
}

const outboxOf = async ({ outboxUrl: url, file, connection: name }: Settings): Promise<Outbox> =>
  url === null ? openOutbox(file) : openSharedOutbox({ url, name })

/** Most shops do not tell their version: then it is what the settings say. */
const withVersion = (source: Source, said: string | null): Source =>
  said === null || source.version ? source : { ...source, version: async () => said }

async function run(
  connected: Connected & { version?: string },
  settings: Settings,
  say: (line: string) => void,
): Promise<void> {
  const stopping = Promise.withResolvers<void>()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => stopping.resolve())
  const { connection: name, every, host, port, hubSecret } = settings
  const isWoken = port !== null && hubSecret !== null
  const connector = startConnector({ ...connected, name, every, watch: isWoken ? null : watchEvery, say })
  const receiver =
    port === null
      ? null
      : await receiveWebhooks({ source: connected.source, hubSecret, host, port, wake: connector.wake })
  say(`${connected.source.name} and ${settings.hubUrl} are connected.`)
  if (receiver) say(`Webhooks are taken at port ${receiver.port}: /shop and /hub.`)
  await stopping.promise
  await receiver?.close()
  await connector.stop()
}
