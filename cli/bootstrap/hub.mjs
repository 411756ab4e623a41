import './node-version.mjs'

void import('./setup.mjs').then(async ({ install, execute, fail }) => {
  await install().catch(fail)
  execute('cli/main.ts', process.argv.slice(2))
})
