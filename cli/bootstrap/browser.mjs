import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { SetupError } from './setup-error.mjs'

// The headless shell draws no windows and starts a page in a third of the time.
const shell = 'chromium-headless-shell'
const names = [shell, 'chrome-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Finds a Chromium for the browser tests: CHROMIUM_PATH, one on this machine, Playwright's, or Debian's package. Without one,
 * throws an error that lists what was tried.
 * @returns {Promise<string>} its path
 */
export async function findBrowser() {
  const tried = []
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (works(given)) return given
    throw new SetupError(
      `CHROMIUM_PATH is ${given}, but no Chromium starts there: correct it, or unset it to search for one.`,
    )
  }
  for (const candidate of [...names.map(onPath), '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']) {
    if (candidate && works(candidate)) return candidate
  }
  tried.push(`${names.join(', ')} on the machine`)
  const { chromium } = await import('playwright-core')
  if (works(chromium.executablePath())) return chromium.executablePath()
  spawnSync(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], {
    stdio: 'ignore',
    timeout: 240_000,
  })
  if (works(chromium.executablePath())) return chromium.executablePath()
  tried.push('Playwright’s download')
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    for (const name of [shell, 'chromium']) {
      const file = installed(name, name)
      if (file && works(file)) return file
    }
    tried.push('Debian’s packages')
  }
  throw new SetupError(
    `No browser for the tests: tried ${tried.join(', ')}. Install Chromium, or set CHROMIUM_PATH to one.`,
  )
}

/**
 * Each Chromium on this machine, and Playwright's if it is there.
 * @returns {Promise<string[]>} their paths
 */
export async function allChromiums() {
  const { chromium } = await import('playwright-core')
  const found = [process.env.CHROMIUM_PATH, ...names.map(onPath), chromium.executablePath()]
  return [...new Set(found)].flatMap((file) => (file && works(file) ? [realpathSync(file)] : []))
}

/**
 * A program on this machine; as root on Debian, its package is installed.
 * @param {string} name
 * @param {string} debianPackage
 */
export function installed(name, debianPackage) {
  if (!onPath(name) && process.getuid?.() === 0 && onPath('apt-get')) {
    apt('update')
    apt(`install -y --no-install-recommends ${debianPackage}`)
  }
  return onPath(name)
}

/** @param {string} command */
function apt(command) {
  spawnSync('sh', ['-c', `apt-get ${command}`], {
    stdio: 'ignore',
    timeout: 600_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** @param {string} name */
function onPath(name) {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** @param {string} file */
function works(file) {
  return existsSync(file) && spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}
