import { chromium, firefox, type Browser } from 'playwright-core'

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

/** A separate browser, closed by the caller; `without` lists Playwright arguments to omit in Chromium. */
export function launchBrowser(without: string[] = []): Promise<Browser> {
  return firefoxPath ? launchFirefox(firefoxPath) : launchChromium(without)
}

function launchFirefox(path: string): Promise<Browser> {
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath: path,
    firefoxUserPrefs: { 'network.dns.localDomains': shopName },
  })
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
