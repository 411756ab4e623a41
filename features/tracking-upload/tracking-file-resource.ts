import { byteOrderMark, csvRecord, csvText } from '#lib/csv.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { mendWords, ruleWords } from './problem-words.ts'
import { mostRows } from './read-tracking-file.ts'
import { findUpload, listRows } from './uploads-db.server.ts'

/**
 * The rows of an upload that have problems, as a file to mend and upload again: the columns as they were, and two more that say what is
 * wrong. Texts stay texts for spreadsheets: no number loses its zeros.
 */
export const loader = sellerLoader('orders.ship', async ({ read, seller, url, texts: reader }) => {
  const texts = textsFor(reader.locale, seller.timeZone)
  const id = url.searchParams.get('upload') ?? ''
  const found = await read(async (db) => {
    const upload = await findUpload(db, seller.id, id)
    const verdicts = ['PROBLEM', 'REFUSED'] as const
    return upload && { upload, rows: await listRows(db, { sellerId: seller.id, id, verdicts, limit: mostRows }) }
  })
  if (!found) throw refuse('not-found')
  const { header } = found.upload.form
  const head = [...header, texts.t('tracking.file.rule'), texts.t('tracking.file.mend')]
  const body = found.rows.map(({ fields, problem }) => {
    const cells = header.map((_, at) => fields[at] ?? '')
    return csvRecord(
      [...cells, ...(problem ? [ruleWords(problem, texts), mendWords(problem, texts)] : [])].map(textCell),
    )
  })
  return new Response(byteOrderMark + csvRecord(head.map(csvText)) + body.join(''), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${texts.t('tracking.file.name')}.csv"`,
    },
  })
})

/** Digits alone as a text that spreadsheets leave alone: `="0012"`. */
const textCell = (text: string) => (/^\d{2,}$/.test(text) ? quoted(text) : csvText(text))
const quoted = (digits: string) => `"=""${digits}"""` as ReturnType<typeof csvText>
