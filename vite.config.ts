import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  server: { middlewareMode: true },
  build: { target: 'es2023', cssCodeSplit: true },
})
