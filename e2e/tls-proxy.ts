import { request as ask } from 'node:http'
import { createServer } from 'node:https'
import { getCertificate } from '@vitejs/plugin-basic-ssl'
import { afterTestFile } from '#db/testing-cleanup.ts'
import { portOf } from '#lib/listening.ts'

/** What stands before a hub that is reached by https: it ends TLS and asks the hub by plain HTTP. */
export interface TlsProxy {
  /** Where browsers reach it; its certificate is its own, so they have to be told to take it. */
  url: string
  /** The hub that it asks. */
  forwardTo: (url: string) => void
  /** Whether the hub is told the host that the browser asked for, or its own. */
  keepsHost: boolean
  /** Breaks all connections, and each new one until it is no longer cut. */
  cut: (isCut: boolean) => void
}

/** Starts a proxy for the calling test file; it ends with the file. */
export async function tlsProxy(): Promise<TlsProxy> {
  const certificate = await getCertificate('node_modules/.cache/tls-proxy', 'localhost', ['localhost'])
  let hub = ''
  let isCut = false
  const server = createServer({ cert: certificate, key: certificate }, (incoming, outgoing) => {
    if (isCut) return incoming.destroy()
    const headers: Record<string, string | string[] | undefined> = {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress,
    }
    if (!proxy.keepsHost) headers.host = new URL(hub).host
    const asked = ask(hub + incoming.url, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    asked.on('error', () => outgoing.destroy())
    outgoing.on('close', () => asked.destroy())
    incoming.pipe(asked)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  afterTestFile(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const proxy: TlsProxy = {
    url: `https://localhost:${portOf(server)}`,
    forwardTo: (url) => void (hub = url),
    keepsHost: true,
    cut(now) {
      isCut = now
      if (isCut) server.closeAllConnections()
    },
  }
  return proxy
}
