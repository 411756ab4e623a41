import { createTransport, type Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import { minute } from '#lib/duration.ts'
import { errorCode } from '#lib/error-text.ts'

declare module '#web/hub.ts' {
  interface Hub {
    mailer: Mailer
  }
}

/** A message to one person, as plain text; `html` says the same with links and tables. */
export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
}

/** The hub's way to a member's mailbox. */
export interface Mailer {
  /** False where nothing can leave the hub: pages then say so, whoever asks. */
  canSend: boolean
  /**
   * Composes and sends a message after returning, so that an answer takes as long where there is nobody to write to
   * (`compose` gives null then). Failures are logged.
   */
  send(compose: () => Promise<Mail | null>): void
  /** Sends a message now; throws where the mail server refuses it, or there is none. For what is tried again. */
  deliver(mail: Mail): Promise<void>
  /** Settles once everything handed over so far has been sent or has failed. */
  idle(): Promise<void>
}

/** Milliseconds that a mail server has to be reached and to greet, and that it may be silent: by themselves it would be minutes. */
const within = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: minute }

/** The mail server at an address. Opens no connection yet. */
export const mailServer = (url: string): Transporter => createTransport({ url, ...within })

/** Whether a message could not be sent because the server was not there, or lets nobody in: no other can be, either. */
export function isMailServerAway(error: unknown): boolean {
  return /^(ECONNECTION|ETIMEDOUT|ESOCKET|EDNS|ETLS|EPROTOCOL|EAUTH|ENOAUTH)$/.test(errorCode(error))
}

/** Where messages go; tests pass their own. */
export type MailTransport = (mail: Mail) => Promise<void>

/** What sending needs to know of the configuration. */
export interface MailerConfig {
  smtpUrl: string | null
  /** The sender, `Name <address>`. */
  mailFrom: string
  nodeEnv: string
}

/** Sends by `SMTP_URL`. Without it messages are written to the log, outside production only: they hold links that let in. */
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
  return async (mail) => log.info({ mail }, `mail that SMTP_URL would send:\n${mail.text}`)
}

/**
 * A failure as it may be told and logged. What a mail server answers quotes the address that it refuses, and nodemailer makes it part of
 * the failure's words: of an answer only its codes stay. What failed before there was one is as it was.
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
