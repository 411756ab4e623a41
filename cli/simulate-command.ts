import { apiScopes, newKeyId } from '#features/developers/api-keys/api-key.ts'
import { makeApiKey, revokeApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { openHubClient, StoryError, wallClock } from '#marketplace/simulator/hub-client.ts'
import { buyersPhoto } from '#marketplace/simulator/photo.ts'
import { play, type StoryResult, type StoryOptions } from '#marketplace/simulator/play.ts'
import { hour, minute } from '#lib/duration.ts'
import { addressHere } from '#lib/listening.ts'
import type { Config } from '#server/config.ts'
import { readArguments, UsageError, wholeNumber } from './arguments.ts'
import type { Command, CommandContext } from './command.ts'

const option = { type: 'string' } as const
const usual = { speed: '60', seed: '1', orders: '150' }
/** Days after which the key expires, in case nobody revokes it. */
const keyDays = 30

export const simulateCommand: Command = {
  name: 'simulate',
  summary: 'simulate buyers who order, pay, ask, return and rate, and carriers who deliver',
  help: `npm run hub -- simulate [--speed ${usual.speed}] [--seed ${usual.seed}] [--orders ${usual.orders}] [--days <n>] [--seller <id>] [--hub <address>] [--key <key>]

Simulates buyers and carriers against a running hub over the marketplace's API: buyers order, pay, ask, cancel, return
items with photos, report missing parcels and leave feedback; carriers scan and deliver, some late, a few never; listings
are viewed. The simulation follows what sellers do in the hub: only shipped parcels are delivered. It prints one line per
step and runs until Ctrl-C, which lets the current request finish.

  --speed <n>   simulated hours per hour, 1 to 100000; at ${usual.speed}, a parcel that takes two days takes 48 minutes.
                Events are sent with the real time
  --seed <n>    the same seed and the same answers give the same simulation. Started again, it continues where it
                stopped; if the hub no longer has its orders, use another seed
  --orders <n>  orders on a usual day
  --days <n>    stop after this many simulated days
  --seller <id> only this seller, by their id in the marketplace; may be repeated
  --hub <address>  the hub's address; default: this hub, at PORT
  --key <key>   an operator's key; better set HUB_API_KEY, which other users of the machine cannot see. Without a key the
                command creates one and revokes it at the end

While the hub is unavailable, requests are repeated with the same Idempotency-Key.
Exit code: 0 stopped or finished; 1 the hub rejected the key; 2 invalid arguments.

npm run hub -- simulate --speed 600 --days 7`,
  async run(args, context) {
    const { story, hub, key } = readAsked(args, context.config)
    const own = key === undefined ? await makeOwnKey(context) : null
    const secret = key ?? own?.secret
    if (secret === undefined) {
      context.say('Too many keys: revoke some (npm run hub -- key list).')
      return 1
    }
    try {
      await tell(story, { hub, key: secret, context })
      return 0
    } catch (error) {
      if (!(error instanceof StoryError)) throw error
      context.say(error.message)
      return 1
    } finally {
      if (own) await revokeOwnKey(context, own.id)
    }
  },
}

function readAsked(args: string[], config: Config): { story: StoryOptions; hub: string; key: string | undefined } {
  const options = {
    speed: { ...option, default: usual.speed },
    seed: { ...option, default: usual.seed },
    orders: { ...option, default: usual.orders },
    days: option,
    seller: { ...option, multiple: true },
    hub: option,
    key: option,
  } as const
  const { values } = readArguments(args, { options, takes: [] })
  const story: StoryOptions = {
    speed: wholeNumber(values.speed, '--speed', { least: 1, most: 100_000 }),
    seed: wholeNumber(values.seed, '--seed', { least: 0, most: 2 ** 31 }),
    perDay: wholeNumber(values.orders, '--orders', { least: 1, most: 1_000_000 }),
    days: values.days === undefined ? null : wholeNumber(values.days, '--days', { least: 1, most: 36_500 }),
    sellers: values.seller ?? null,
  }
  const hub = values.hub === undefined ? addressHere(config) : originOf(values.hub)
  return { story, hub, key: values.key ?? (process.env.HUB_API_KEY || undefined) }
}

function originOf(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return new URL(text).origin
  throw new UsageError('--hub must be an address such as http://localhost:3000.')
}

async function makeOwnKey({ openDatabase, now }: CommandContext): Promise<{ id: string; secret: string } | null> {
  const { db, close } = await openDatabase()
  const id = newKeyId()
  const key = { id, name: 'simulate', scopes: [...apiScopes], sellerId: null, madeBy: null, days: keyDays, now: now() }
  const made = await makeApiKey(db.owner, key)
  // A story may last days, while the hub restarts.
  await close()
  return made && { id, secret: made.secret }
}

async function revokeOwnKey({ openDatabase, now, say }: CommandContext, id: string): Promise<void> {
  try {
    const { db, close } = await openDatabase()
    await revokeApiKey(db.owner, { id, now: now() })
    await close()
  } catch {
    say(`The key ${id} could not be revoked: run npm run hub -- key revoke ${id}. It expires in ${keyDays} days.`)
  }
}

async function tell(
  story: StoryOptions,
  { hub, key, context: { say, signal } }: { hub: string; key: string; context: CommandContext },
): Promise<void> {
  say(`Simulation ${story.seed} at ${hub}, ${story.speed} times as fast. Press Ctrl-C to stop.`)
  const started = wallClock.now()
  const client = openHubClient({ url: hub, key, clock: wallClock, say, signal })
  const played = await play(story, { client, clock: wallClock, say, signal, photo: buyersPhoto })
  for (const line of summaryOf(played, wallClock.now() - started)) say(line)
}

function summaryOf({ counts, stretch }: StoryResult, took: number): string[] {
  const length = (milliseconds: number) =>
    milliseconds < 2 * hour ? `${Math.round(milliseconds / minute)} min` : `${(milliseconds / hour).toFixed(1)} hours`
  const width = Math.max(0, ...[...counts.values()].map((count) => String(count).length))
  return [
    `Ended after ${length(took)}, ${length(stretch)} simulated:`,
    ...[...counts].map(([what, count]) => `  ${String(count).padStart(width)}  ${what}`),
    ...(counts.size === 0 ? ['  no events'] : []),
  ]
}
