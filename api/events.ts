import { z } from 'zod'
import { eventDays, eventTypes } from '#features/developers/webhooks/event.ts'
import { isDivided } from '#db/shards.ts'
import { findEvent, placeEvents, readEvents } from '#features/developers/webhooks/events-db.server.ts'
import { pageQuery, readFeed } from './cursor.ts'
import { marketplaceEndpoint, type Endpoint } from './endpoint.ts'
import { event, writeEvents } from './event-data.ts'
import { ApiProblem } from './problem.ts'

/** Name of the list of events, to which cursors belong: of one seller, or of all if `sellerId` is null. */
export const eventsList = (sellerId: number | null) => `events of ${sellerId ?? 'all'}`

export const eventEndpoints: Endpoint[] = [
  marketplaceEndpoint({
    route: 'GET /events',
    operationId: 'listEvents',
    summary: 'List events',
    description:
      `The same events that webhooks send, in one sequence: ${eventTypes.join(', ')}. What each means is in the document’s \`webhooks\`. Each event is listed once, even if others happen meanwhile. ` +
      `To read on, now or later, pass \`next\` as \`after\`. Events are kept for ${eventDays} days. \`data\` shows the event’s subject in its state at the time of reading.`,
    scope: 'events:read',
    query: pageQuery,
    answers: {
      200: {
        description: 'A page of events, oldest first',
        schema: z.object({
          items: z.array(event),
          next: z
            .string()
            .meta({ description: '`after` of the next page, for events that follow now or later', example: 'x1f0…' }),
          more: z.boolean().describe('Whether more events are available now'),
        }),
      },
    },
    handle: async ({ hub, key, query }) => {
      // On a cluster it asks each server, which a hub does once a second.
      if (key.sellerId === null || !isDivided(hub.db.owner)) await placeEvents(hub.db, hub.now)
      const page = await readFeed({ secret: hub.secret, query, list: eventsList(key.sellerId) }, (after, limit) =>
        readEvents(hub.db.owner, { sellerId: key.sellerId, after, limit, now: hub.now() }),
      )
      const written = await writeEvents(hub, page.items)
      return { status: 200, body: { ...page, items: page.items.flatMap((row) => written.get(row.event_key) ?? []) } }
    },
  }),
  marketplaceEndpoint({
    route: 'GET /events/{event}',
    operationId: 'getEvent',
    summary: 'Retrieve an event',
    description: `\`data\` shows the event’s subject in its state at the time of reading. Events are kept for ${eventDays} days.`,
    scope: 'events:read',
    params: z.strictObject({
      event: z
        .string()
        .regex(/^evt_[0-9a-f]{32}$/)
        .meta({ description: 'The event’s id', example: 'evt_5f2c1d9a0b7e4c38a6d1f2e3b4c5d6e7' }),
    }),
    answers: { 200: { description: 'The event', schema: event } },
    handle: async ({ hub, key, params }) => {
      const found = await findEvent(hub.db.owner, { sellerId: key.sellerId, key: params.event, now: hub.now() })
      const written = found && (await writeEvents(hub, [found])).get(found.event_key)
      if (!written) throw new ApiProblem('not-found')
      return { status: 200, body: written }
    },
  }),
]
