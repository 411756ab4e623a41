import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export const opener = (page: Page) => page.getByRole('link', { name: 'Switch to classic view' })
export const dialog = (page: Page) => page.getByRole('dialog')
export const heading = (page: Page) => dialog(page).getByRole('heading')
export const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
export const isFocused = (page: Page, what: ReturnType<typeof heading>) =>
  what.evaluate((element) => element === document.activeElement)

export async function expectView(page: Page, title: string): Promise<void> {
  await dialog(page).getByRole('heading', { name: title }).waitFor()
  await expect.poll(() => isFocused(page, heading(page))).toBe(true)
}

export async function openDialog(page: Page): Promise<void> {
  await opener(page).click()
  await expectView(page, 'Switch to classic view?')
}

export async function expectClosed(page: Page): Promise<void> {
  await expect.poll(() => dialog(page).count()).toBe(0)
  await expect.poll(() => isFocused(page, opener(page))).toBe(true)
}
