import { sql, type Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'

/** Takes the turn to look for new events: true once per `pause` milliseconds over all processes. */
export async function takeTurn(db: Kysely<Schema>, pause: number): Promise<boolean> {
  const length = sql`${pause}::integer * interval '1 millisecond'`
  const { rows } = await sql`
    insert into rate_limits as r (key, count, resets_at) values ('webhook-turn', 1, now() + ${length})
    on conflict (key) do update set resets_at = excluded.resets_at
    -- Also ends a turn that ends too late, as begun before the database's clock was set back.
    where r.resets_at not between now() and now() + 2 * ${length}
    returning key`.execute(db)
  return rows.length > 0
}
