import type { Texts } from '#texts/texts.ts'

/** A change with its sign: "+3", "−2", "0". */
export const signedNumber = (change: number, { number }: Pick<Texts, 'number'>): string =>
  change > 0 ? `+${number(change)}` : change < 0 ? `−${number(-change)}` : number(0)
