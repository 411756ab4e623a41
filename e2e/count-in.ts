import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** The first number in a label, whose count comes after its page. */
export async function countIn(label: Locator): Promise<number> {
  await expect.poll(() => label.innerText()).toMatch(/\d/)
  return Number(/\d+/.exec(await label.innerText())![0])
}
