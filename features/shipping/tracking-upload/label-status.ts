import { isWrittenDay } from '#lib/written-day.ts'

const ended =
  '(?:refund(?:ed|ing|pending|requested)?|void(?:ed|ing)?|cancel(?:l?ed|l?ation|l?ing)?|deleted|storno|storniert|stornierung|erstattet|erstattung|gelöscht|ungültig|annull?[ie]rt|annulée?|rembours[eé]|remboursement|anulad[oa]|reembolsad[oa]|rimborsat[oa]|annullat[oa]|geannuleerd)'
/** Not or only partly refunded, or the request for it refused: the label is valid. */
const stays = new RegExp(
  `(?<!\\p{L})(?:not|no|never|nicht|keine?|partly|partially|teilweise)(?: been| yet)? ${ended}(?!\\p{L})|(?<!\\p{L})${ended}(?: \\p{L}+)? (?:reject|den[iy]|declin|fail|refus|abgelehnt)`,
  'iu',
)
const gone = new RegExp(`(?<!\\p{L})${ended}(?!\\p{L})`, 'iu')
const other =
  /^(?:purchased|printed|shipped|in transit|delivered|created|new|ready for pickup|picked up|ack|label created|pre transit|gekauft|gedruckt|versandt|versendet|zugestellt)$/i

/** Longer texts are no status. */
const longest = 60
const wordsOf = (status: string) =>
  status
    .slice(0, longest)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Whether a label status means that it is unused: refunded or voided. */
export function isVoidLabel(status: string): boolean {
  const words = wordsOf(status)
  return gone.test(words) && !stays.test(words)
}

/** Whether a column “Voided” or “Refund status” says so: yes, a date or such a status. */
export const isVoidMark = (text: string) =>
  /^(?:y|yes|true|1|x|j|ja|wahr|oui|vrai|s[ií])$/i.test(text.trim()) || isWrittenDay(text) || isVoidLabel(text)

export const isLabelStatus = (text: string) => isVoidLabel(text) || other.test(wordsOf(text))
