import './node-version.mjs'

import('./setup.mjs').then(async ({ install, execute, fail }) => {
  await install().catch(fail)
  execute('cli/main.ts', process.argv.slice(2))
})
