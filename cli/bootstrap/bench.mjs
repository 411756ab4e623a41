import './node-version.mjs'

void import('./setup.mjs').then(async ({ install, build, execute, fail }) => {
  await install({ forDevelopment: true }).catch(fail)
  await build().catch(fail)
  execute('bench/main.ts', process.argv.slice(2))
})
