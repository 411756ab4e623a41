import { createTransport, type Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import { minute } from '#lib/duration.ts'
import { errorCode } from '#lib/error-text.ts'

declare module '#web/hub.ts' {
  interface Hub {
    mailer: Mailer
  }
}

/** A plain-text message to one person; `html` has the same content formatted. */
export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  replyTo?: string
  attachments?: { filename: string; content: string }[]
}

export interface Mailer {
  /** False if mail is not configured; pages then say so. */
  canSend: boolean
  /**
   * Composes and sends a message in the background, so that response time does not reveal whether a recipient exists
   * (`compose` may return null). Failures are logged.
   */
  send(compose: () => Promise<Mail | null>): void
  /** Sends a message now; throws if there is no mail server or it refuses. For callers that retry. */
  deliver(mail: Mail): Promise<void>
  /** Resolves when all messages so far are sent or have failed. */
  idle(): Promise<void>
}

/** Timeouts in milliseconds for connecting, greeting and silence; the defaults are minutes. */
const within = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: minute }

/** The mail server at a URL. Opens no connection yet. */
export const mailServer = (url: string): Transporter => createTransport({ url, ...within })

/** Whether sending failed because the mail server is unavailable or denies access: other messages would fail too. */
export function isMailServerUnavailable(error: unknown): boolean {
  return /^(ECONNECTION|ETIMEDOUT|ESOCKET|EDNS|ETLS|EPROTOCOL|EAUTH|ENOAUTH)$/.test(errorCode(error))
}

/** Delivers messages; tests replace it. */
export type MailTransport = (mail: Mail) => Promise<void>

export interface MailerConfig {
  smtpUrl: string | null
  /** The sender, `Name <address>`. */
  mailFrom: string
  nodeEnv: string
}

/** Sends via `SMTP_URL`. Without it, messages go to the log, but never in production, since they contain sign-in links. */
export function createMailer(options: { config: MailerConfig; log: Logger; transport?: MailTransport }): Mailer {
  const { log } = options
  const deliver = options.transport ?? transportFor(options.config, log)
  const underWay = new Set<Promise<void>>()
  return {
    canSend: deliver !== null,
    send(compose) {
      if (!deliver) return log.error('mail not sent: SMTP_URL is not set')
      const sending = compose()
        .then((mail) => (mail ? deliver(mail) : undefined))
        .catch((error: unknown) => log.error({ err: error }, 'mail not sent'))
        .finally(() => underWay.delete(sending))
      underWay.add(sending)
    },
    deliver: async (mail) => {
      if (!deliver) throw new Error('SMTP_URL is not set')
      await deliver(mail)
    },
    idle: async () => void (await Promise.all(underWay)),
  }
}

function transportFor({ smtpUrl, mailFrom, nodeEnv }: MailerConfig, log: Logger): MailTransport | null {
  if (smtpUrl) {
    const smtp = mailServer(smtpUrl)
    return async (mail) => {
      try {
        await smtp.sendMail({ from: mailFrom, ...mail, headers: { 'Auto-Submitted': 'auto-generated' } })
      } catch (error) {
        throw withoutReply(error)
      }
    }
  }
  if (nodeEnv === 'production') return null
  return async (mail) => log.info({ mail }, `mail not sent because SMTP_URL is not set:\n${mail.text}`)
}

/**
 * Strips an SMTP response from an error: it may quote the rejected address, and nodemailer includes it in the message.
 * Codes are kept. Other errors are unchanged.
 */
function withoutReply(error: unknown): unknown {
  if (!(error instanceof Error && 'response' in error && typeof error.response === 'string')) return error
  const command = 'command' in error ? String(error.command) : 'it'
  const responseCode = 'responseCode' in error ? error.responseCode : undefined
  const [codes = 'no code'] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(error.response) ?? []
  return Object.assign(new Error(`the mail server refused ${command}: ${codes}`), {
    code: errorCode(error),
    responseCode,
  })
}
