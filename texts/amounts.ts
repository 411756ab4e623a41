import type { Texts } from './texts.ts'

/** Writes amounts in texts; for readers who may see none, the value by which such texts leave them out. */
export const amountsFor = ({ money }: Texts, hidesAmounts = false): Texts['money'] =>
  hidesAmounts ? () => 'none' : money
