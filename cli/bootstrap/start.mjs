import './node-version.mjs'

void import('./setup.mjs').then(async ({ install, build, execute, warnAboutSystem, fail }) => {
  await warnAboutSystem().catch(fail)
  const { jsonLines, wantsJson } = await import('../../lib/log-line.mjs')
  const isJson = wantsJson(process.stdout, process.env)
  const say = (/** @type {string} */ line) => void process.stdout.write(isJson ? jsonLines(line) : `${line}\n`)
  await install({ say }).catch(fail)
  await build({ say }).catch(fail)
  // React and the router check NODE_ENV: without it they run in development mode, three times slower.
  execute('server/main.ts', process.argv.slice(2), { NODE_ENV: process.env.NODE_ENV || 'production' })
})
