/** The page that an address asks for, from 1; the first for anything else. */
export const readPageNumber = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1
