/** Something that a device sends to a count: the `n`th of its page, form or file `from`, each of which counts from 1. */
export interface SentCount {
  /** 16 hexadecimal digits, drawn at random. */
  from: string
  n: number
}

/** Senders that a count remembers, the latest first: several people may count together. */
const mostSenders = 200

/** What is new of what was sent, in order, and the senders to remember. Repeated, nothing is new. */
export function takeNew<Sent extends SentCount>(
  remembered: string,
  sent: readonly Sent[],
): { fresh: Sent[]; remembered: string } {
  const lasts = new Map(
    remembered.split(' ').map((sender): [string, number] => {
      const [from = '', n = '1'] = sender.split('.')
      return [from, Number(n)]
    }),
  )
  const fresh: Sent[] = []
  for (const each of sent) {
    const last = lasts.get(each.from) ?? 0
    if (each.n <= last) continue
    fresh.push(each)
    // Removed first, so that it becomes the latest.
    lasts.delete(each.from)
    lasts.set(each.from, each.n)
  }
  const latest = [...lasts].filter(([from]) => from !== '').slice(-mostSenders)
  return { fresh, remembered: latest.map(([from, n]) => `${from}.${n}`).join(' ') }
}

/** A code that names no SKU, or several: kept with how many were counted, until it is assigned to one. */
export interface KeptCode {
  code: string
  /** Null if the line could not be read. */
  counted: number | null
  /** The SKU to which it was assigned. */
  item: string | null
}

/** Writes a kept code as it is stored. */
export const writeKept = ({ code, counted, item }: KeptCode): string =>
  `${code}\t${item === null ? (counted ?? '?') : `=${item}`}`

export function readKept(stored: string): KeptCode {
  const at = stored.lastIndexOf('\t')
  const [code, rest] = [stored.slice(0, at), stored.slice(at + 1)]
  const item = rest.startsWith('=') ? rest.slice(1) : null
  return { code, counted: rest === '?' || item !== null ? null : Number(rest), item }
}
