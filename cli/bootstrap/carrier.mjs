import './node-version.mjs'

void import('./setup.mjs').then(async ({ install, execute, fail }) => {
  await install().catch(fail)
  execute('examples/carrier/main.ts', process.argv.slice(2), { NODE_ENV: process.env.NODE_ENV || 'production' })
})
