import './node-version.mjs'

// Installs packages and builds the pages without starting anything, for images and deployments.
void import('./setup.mjs').then(async ({ install, build, fail }) => {
  await install().catch(fail)
  await build().catch(fail)
})
