import './node-version.mjs'

void import('./setup.mjs').then(async ({ install, execute, warnAboutSystem, fail }) => {
  await warnAboutSystem().catch(fail)
  await install({ forDevelopment: true }).catch(fail)
  execute('server/main.ts', process.argv.slice(2), { NODE_ENV: 'development' })
})
