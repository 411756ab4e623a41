import type { Locator, Page } from 'playwright-core'

/**
 * A counted walk through the hub: clicks (taps, Enter), and seconds by the keystroke-level model (Card, Moran, Newell
 * 1980): 1.35 to think, 1.1 to point, 0.2 to press, 0.28 per letter. Unlike a clock, the same on every machine.
 */
export class Walk {
  clicks = 0
  seconds = 0
  /** Values typed or chosen, and buttons that settle something; going somewhere decides nothing. */
  decisions = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Thinks, points and clicks, optionally with Shift. */
  async click(what: Locator, options?: { modifiers: ['Shift'] }): Promise<void> {
    this.#press()
    await what.click(options)
  }

  /** Clicks what settles something: an offered answer, or a form's button. */
  async decide(what: Locator): Promise<void> {
    this.decisions += 1
    await this.click(what)
  }

  /** Clicks a field and types. */
  async type(where: Locator, text: string): Promise<void> {
    this.decisions += 1
    this.#press()
    this.#letters(text)
    await where.fill(text)
  }

  /** Types into the focused field and presses Enter. */
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

  /** Opens a select and chooses an option. */
  async choose(where: Locator, value: string | { label: string }): Promise<void> {
    this.decisions += 1
    this.#press()
    this.#press()
    await where.selectOption(value)
  }

  /** Opens the file dialog and picks a file. */
  async pickFile(where: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    this.decisions += 1
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
