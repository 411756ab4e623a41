import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { compileTexts } from './texts/compile-plugin.ts'

export default defineConfig({
  plugins: [compileTexts(), reactRouter()],
  server: { middlewareMode: true },
  build: { target: 'es2023' },
})
