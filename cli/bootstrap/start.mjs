import './node-version.mjs'

void import('./setup.mjs').then(async ({ install, build, execute, warnAboutSystem, fail }) => {
  await warnAboutSystem().catch(fail)
  await install().catch(fail)
  await build().catch(fail)
  // React and the router check NODE_ENV: without it they run in development mode, three times slower.
  execute('server/main.ts', process.argv.slice(2), { NODE_ENV: process.env.NODE_ENV || 'production' })
})
