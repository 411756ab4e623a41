import { domainToASCII, domainToUnicode } from 'node:url'

/** One mailbox as it was typed, as a new member's is kept, and in all spellings that are the same. */
export interface SpelledEmail {
  typed: string
  kept: string
  all: readonly string[]
}

/** Spells an e-mail address: of `info@müller.de` some browsers send `info@xn--mller-kva.de`, others what was typed. */
export function spellEmail(text: string): SpelledEmail {
  const typed = text.trim().toLowerCase()
  const at = typed.lastIndexOf('@') + 1
  const domain = typed.slice(at)
  const hasOtherLetters = /[^\p{ASCII}]/u.test(domain)
  if (!hasOtherLetters && !domain.includes('xn--')) return { typed, kept: typed, all: [typed] }
  // Both give nothing for what is no domain.
  const withDomain = (spelled: string) => typed.slice(0, at) + (spelled || domain)
  const readable = withDomain(domainToUnicode(domain))
  return {
    typed,
    // A domain that is only partly spelled in ASCII no browser sends so.
    kept: hasOtherLetters ? readable : typed,
    all: [...new Set([typed, withDomain(domainToASCII(domain)), readable])],
  }
}
