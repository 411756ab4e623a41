import './node-version.mjs'

void import('./setup.mjs').then(async ({ install, build, execute, fail }) => {
  await install().catch(fail)
  await build().catch(fail)
  execute('examples/market/main.ts', process.argv.slice(2), { NODE_ENV: process.env.NODE_ENV || 'production' })
})
