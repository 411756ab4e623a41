import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import type { Texts } from '#texts/texts.ts'
import { paths, withQuery } from '#web/paths.ts'
import type { LineModel, LinesModel } from './lines-section.tsx'

interface Waiting {
  unread: number
  unanswered: number
}

/** Buyers' conversations that are unread, and those that wait for an answer; counted by indexes of just these. */
export async function readMessageLines(
  db: SellerDb,
  { sellerId, texts: { t, number } }: { sellerId: number; texts: Texts },
): Promise<LinesModel> {
  const counts = await oneRow(
    db,
    sql<Waiting>`
      select (select count(*) from conversations where seller_id = ${sellerId} and is_unread) as unread,
        (select count(*) from conversations where seller_id = ${sellerId} and awaiting_since is not null) as unanswered`,
  )
  const line = (standing: keyof Waiting): LineModel => ({
    key: standing,
    href: withQuery(paths.conversations, { standing }),
    label: t(`conversations.tab.${standing}`),
    value: number(counts[standing]),
    tone: counts[standing] > 0 ? 'warn' : 'quiet',
  })
  return {
    all: { text: t('overview.messages.all'), href: paths.conversations },
    none: null,
    lines: [line('unread'), line('unanswered')],
  }
}
