import type { Locator, Page } from 'playwright-core'

/**
 * A walk through the hub as a seller takes it, counted: clicks (or taps, or Enter), and seconds by the keystroke-level model
 * (Card, Moran, Newell 1980): 1.35 to make up one's mind, 1.1 to point, 0.2 to press, 0.28 for a letter, by a typist of
 * no great speed. The same on every machine, unlike a clock.
 */
export class Walk {
  clicks = 0
  seconds = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Thinks, points and presses, perhaps with Shift held down. */
  async click(what: Locator, options?: { modifiers: ['Shift'] }): Promise<void> {
    this.#press()
    await what.click(options)
  }

  /** Clicks into a field and types. */
  async type(where: Locator, text: string): Promise<void> {
    this.#press()
    this.#letters(text)
    await where.fill(text)
  }

  /** Types into the field that has the focus, and presses Enter. */
  async typeEnter(text: string): Promise<void> {
    this.#letters(text)
    await this.page.keyboard.type(text)
    await this.enter()
  }

  async enter(): Promise<void> {
    this.clicks += 1
    this.#letters('\n')
    await this.page.keyboard.press('Enter')
  }

  /** Opens a choice and takes one of it. */
  async choose(where: Locator, value: string | { label: string }): Promise<void> {
    this.#press()
    this.#press()
    await where.selectOption(value)
  }

  /** Opens the dialog of the system, and picks a file. */
  async pickFile(where: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    this.#press()
    this.#press()
    this.#press()
    await where.setInputFiles(file)
  }

  #press(): void {
    this.clicks += 1
    this.seconds += 1.35 + 1.1 + 0.2
  }

  #letters(text: string): void {
    this.seconds += 0.28 * text.length
  }
}
