import './node-version.mjs'
import { globSync } from 'node:fs'

// Journeys in every engine on this machine; as root on Debian, what is missing is installed.
void import('./setup.mjs').then(async ({ install, build, fail }) => {
  await install({ forDevelopment: true }).catch(fail)
  await build().catch(fail)
  const { allChromiums, installed } = await import('./browser.mjs')
  const { inScratch, run } = await import('./scratch.mjs')
  const engines = (await allChromiums()).map((file) => ({ CHROMIUM_PATH: file }))
  const firefox = process.env.FIREFOX_PATH ?? installed('firefox-esr', 'firefox-esr')
  const driver = installed('WebKitWebDriver', 'webkit2gtk-driver') && installed('Xvfb', 'xvfb')
  const webkit = process.env.WEBKIT_PATH ?? globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0]
  const found = [...engines, firefox && { FIREFOX_PATH: firefox }, driver && webkit && { WEBKIT_PATH: webkit }]
  let passed = true
  for (const env of found.filter((each) => each instanceof Object)) {
    console.log(`\n${Object.values(env).join()}`)
    const command = ['run', '--config', 'vitest.browsers.config.ts']
    const chosen = { FIREFOX_PATH: '', WEBKIT_PATH: '', ...env }
    await inScratch((folder) => run('vitest', command, { ...chosen, NODE_ENV: 'test', TMPDIR: folder }, true)).catch(
      () => {
        passed = false
      },
    )
  }
  if (!firefox) console.log('not found: Firefox (set FIREFOX_PATH)')
  if (!driver || !webkit) console.log('not found: WebKit (Debian’s webkit2gtk-driver and xvfb)')
  process.exit(passed ? 0 : 1)
})
