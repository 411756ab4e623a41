import { domainToASCII, domainToUnicode } from 'node:url'

/** Normalises an address: for `info@müller.de` some browsers send `info@xn--mller-kva.de`. */
export function spellEmail(text: string) {
  const typed = text.trim().toLowerCase()
  const at = typed.lastIndexOf('@') + 1
  const domain = typed.slice(at)
  const hasOtherLetters = /[^\p{ASCII}]/u.test(domain)
  if (!hasOtherLetters && !domain.includes('xn--')) return { typed, kept: typed, all: [typed] }
  // Both return an empty text for an invalid domain.
  const withDomain = (spelled: string) => typed.slice(0, at) + (spelled || domain)
  const readable = withDomain(domainToUnicode(domain))
  return {
    typed,
    // No browser sends a domain that is only partly in ASCII form.
    kept: hasOtherLetters ? readable : typed,
    all: [...new Set([typed, withDomain(domainToASCII(domain)), readable])],
  }
}
