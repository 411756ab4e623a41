import { apiScopes, newKeyId } from '#features/shop/api-keys/api-key.ts'
import { makeApiKey, revokeApiKey } from '#features/shop/api-keys/api-keys-db.server.ts'
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

/** Simulates buyers, carriers and banks of a hub through the API. */
export const simulateCommand: Command = {
  name: 'simulate',
  summary: 'let made-up buyers order, pay, ask, send back and rate, and carriers deliver',
  help: `npm run hub -- simulate [--speed ${usual.speed}] [--seed ${usual.seed}] [--orders ${usual.orders}] [--days <n>] [--seller <id>] [--hub <address>] [--key <key>]

Tells a story to a running hub by the marketplace's API, as a shop would: buyers come at the hours of a week, pay,
ask, cancel, send back with photos, miss parcels and leave feedback; carriers scan and deliver, some late, a few
never; listings are looked at. They go by what sellers do in the hub: nothing is delivered that was not shipped.
It says each step in a line, and goes on until Ctrl-C, which ends it behind the request that is under way.

  --speed <n>   how many hours of the story pass in an hour, 1 to 100000; a parcel that takes two days takes 48 minutes
                at ${usual.speed}. All that is told to the hub has the time at which it is told
  --seed <n>    which story: the same seed and the same answers are the same story. Started again, it goes on where
                it was; a story whose orders the hub has forgotten is told by another seed
  --orders <n>  orders of a usual day of the story
  --days <n>    ends after so many days of the story
  --seller <id> leaves out all but this seller, by their id in the marketplace; may be given several times
  --hub <address>  where the hub is; this one's own, at its PORT, unless said otherwise
  --key <key>   an operator's key; better in the environment, as HUB_API_KEY, which other users of the machine do not
                see. Without one the command makes one in the database and revokes it in the end

While the hub is away it asks again, with the same Idempotency-Key, and then goes on where it was.
Exit code: 0 when it was stopped or is over; 1 where the hub does not take the key; 2 the arguments do not fit.

npm run hub -- simulate --speed 600 --days 7`,
  async run(args, context) {
    const { story, hub, key } = readAsked(args, context.config)
    const own = key === undefined ? await makeOwnKey(context) : null
    const secret = key ?? own?.secret
    if (secret === undefined) {
      context.say('There are too many keys: revoke some (npm run hub -- key list).')
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
  throw new UsageError('--hub takes an address such as http://localhost:3000.')
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
    say(`The key ${id} could not be revoked: npm run hub -- key revoke ${id} does it; it ends in ${keyDays} days.`)
  }
}

async function tell(
  story: StoryOptions,
  { hub, key, context: { say, signal } }: { hub: string; key: string; context: CommandContext },
): Promise<void> {
  say(`Story ${story.seed}, ${story.speed} times as fast, at ${hub}. Ctrl-C ends it.`)
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
    `Ended after ${length(took)}, ${length(stretch)} of the story:`,
    ...[...counts].map(([what, count]) => `  ${String(count).padStart(width)}  ${what}`),
    ...(counts.size === 0 ? ['  nothing has happened'] : []),
  ]
}
