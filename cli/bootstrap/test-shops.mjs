import './node-version.mjs'

void import('./setup.mjs').then(async ({ install, build, fail }) => {
  await install({ forDevelopment: true }).catch(fail)
  await build().catch(fail)
  const { inScratch, run } = await import('./scratch.mjs')
  const command = ['run', '--config', 'vitest.shops.config.ts']
  const passed = await inScratch((folder) =>
    run('vitest', command, { NODE_ENV: 'test', TMPDIR: folder }, true).then(
      () => true,
      () => false,
    ),
  )
  process.exit(passed ? 0 : 1)
})
