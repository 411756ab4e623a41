import './node-version.mjs'

void import('./setup.mjs').then(async ({ install, execute, warnAboutSystem, fail }) => {
  await warnAboutSystem().catch(fail)
  await install().catch(fail)
  execute('server/main.ts', process.argv.slice(2), {
    NODE_ENV: 'development',
    // React Router has a development build; Vite loads it, and the process must load the same one.
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --conditions=development`,
  })
})
