import { request as ask } from 'node:http'
import { createServer } from 'node:https'
import { getCertificate } from '@vitejs/plugin-basic-ssl'
import { afterTestFile } from '#db/testing-cleanup.ts'
import { portOf } from '#lib/listening.ts'

/** A TLS-terminating proxy before a hub on plain HTTP. */
export interface TlsProxy {
  /** Public URL; the certificate is self-signed. */
  url: string
  /** Sets the hub. */
  forwardTo: (url: string) => void
  /** Whether the original Host header is forwarded. */
  keepsHost: boolean
  /** Breaks all connections, and new ones until reset. */
  cut: (isCut: boolean) => void
}

/** Starts a proxy for the calling test file; closed with the file. */
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
