import { chromium, firefox, type Browser, type Locator } from 'playwright-core'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell'

/**
 * Turned off: what Playwright turns off, since a later list replaces its own, and the pages that full Chromium loads for
 * the suggestions of each window's address bar. They took a second of processor time for each context.
 */
const disabledFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
]

/** A name of this machine in the browser. Unlike localhost, it makes plain HTTP no secure context. */
export const shopName = 'shop-pc'

/** Set by `npm run test:browsers`: a stock Firefox to test with instead of Chromium. */
const firefoxPath = process.env.FIREFOX_PATH

/** Firefox has no touch, no emulated media and no offline mode for tests, and crashes under audits by axe. */
export const isChromium = !firefoxPath

/** A separate browser, closed by the caller; `without` lists Playwright arguments to omit in Chromium. */
export function launchBrowser(without: string[] = []): Promise<Browser> {
  return firefoxPath ? launchFirefox(firefoxPath) : launchChromium(without)
}

async function launchFirefox(path: string): Promise<Browser> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: path,
    // Scrollbars take no room, as in a headless Chromium.
    firefoxUserPrefs: { 'network.dns.localDomains': shopName, 'ui.useOverlayScrollbars': 1 },
  })
  const page = await browser.newPage()
  typeByKeys(Object.getPrototypeOf(page.locator('html')) as Locator)
  await page.close()
  return browser
}

/** Playwright's `fill` sets values in this Firefox in a way that React takes for its own: keys are pressed instead. */
function typeByKeys(locators: Locator): void {
  const fill = locators.fill
  locators.fill = async function fillByKeys(this: Locator, text) {
    const isDate = await this.evaluate((field) => /^(date|time)/.test((field as HTMLInputElement).type))
    if (isDate) return fill.call(this, text)
    await this.selectText()
    await (text === '' ? this.press('Delete') : this.pressSequentially(text))
  }
}

function launchChromium(without: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath,
    ignoreDefaultArgs: without,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      `--host-resolver-rules=MAP ${shopName} 127.0.0.1`,
      `--disable-features=${disabledFeatures.join()}`,
      // Test pages live for a second: a process each and optimised code cost more than they gain. V8's baseline code
      // makes audits a fifth faster.
      '--renderer-process-limit=1',
      '--js-flags=--no-turbofan --no-maglev',
    ],
  })
}
