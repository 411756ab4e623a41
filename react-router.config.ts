import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: process.env.HUB_BUILD_DIR ?? 'build',
  ssr: true,
  // Our guard judges where a form comes from (`lib/own-origin.ts`), and refuses with a page that says what to do.
  allowedActionOrigins: ['**'],
} satisfies Config
